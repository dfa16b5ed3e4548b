package org.debitcredit.server.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.debitcredit.bank.BankScale;
import org.debitcredit.console.FailureText;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.directory.DiskSpace;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.recovery.LedgerChoice;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.FileSystemKind;
import org.jspecify.annotations.Nullable;

/**
 * What an operator should know before a start, of the settings on this machine. The formulas are those of
 * docs/explanation/capacity-planning.md. Nothing of the bank is opened or changed.
 */
public final class Diagnosis {

    /** Heap besides the accounts: 1 GiB, as in the launcher. It holds the keys of the default window. */
    private static final long HEAP_BYTES_REST = 1L << 30;

    /** Heap for each account, of the memory ledger and of H2 in memory, a quarter for temporary objects included. */
    private static final int HEAP_BYTES_MEMORY = 10;

    private static final int HEAP_BYTES_H2 = 170;

    /** Journal bytes of a single transaction: in a large group, and in a document of its own. */
    private static final int JOURNAL_BYTES_LEAST = 78;

    private static final int JOURNAL_BYTES_MOST = 192;

    /** A row of history with its index in a database, rounded up. */
    private static final int HISTORY_ROW_BYTES = 150;

    /** Snapshots that exist at the same time: two, and one that is being written. */
    private static final int SNAPSHOTS = 3;

    private static final int DESCRIPTORS_MIN = 1_024;

    /** From about this many accounts on, the address look-ups of small pages cost more than the arithmetic. */
    private static final long ACCOUNTS_FOR_LARGE_PAGES = 10_000_000;

    private static final Duration FORCE_SLOW = Duration.ofMillis(10);
    private static final double GIB = 1L << 30;
    private static final double SECONDS_PER_DAY = 86_400;

    /** From this rate on, its decimals are not shown. */
    private static final double RATE_ROUNDED = 10;

    private final BankSettings settings;
    private final LedgerChoice ledger;
    private final LinuxMachine machine;
    private final double tps;
    private final String rate;
    private final BankScale scale;
    private final List<DoctorFinding> findings = new ArrayList<>();

    private Diagnosis(BankSettings settings, BankScale scale, LedgerChoice ledger, LinuxMachine machine, double tps) {
        this.settings = settings;
        this.scale = scale;
        this.ledger = ledger;
        this.machine = machine;
        this.tps = tps;
        this.rate =
                "at " + (tps < RATE_ROUNDED ? BigDecimal.valueOf(tps).toPlainString() : text("%,.0f", tps)) + " tps";
    }

    /**
     * Looks at everything.
     *
     * @param tps transactions a second over the time in question
     */
    public static List<DoctorFinding> of(BankSettings settings, LedgerChoice ledger, LinuxMachine machine, double tps) {
        BankOnRecord bank = BankOnRecord.of(settings);
        Diagnosis diagnosis = new Diagnosis(settings, bank.scale(), ledger, machine, tps);
        diagnosis.add(bank.finding());
        diagnosis.heap();
        diagnosis.disk("disk", settings.data());
        Path mirror = settings.journal().mirror();
        if (mirror == null) {
            diagnosis.add(
                    DoctorFinding.warning("mirror", "there is none: the loss of this disk loses the bank (--mirror)"));
        } else {
            diagnosis.disk("mirror", mirror);
            diagnosis.devices(settings.data(), mirror);
        }
        diagnosis.keys();
        diagnosis.clock();
        diagnosis.kernel();
        return diagnosis.findings;
    }

    private void add(DoctorFinding finding) {
        findings.add(finding);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private void heap() {
        long accounts = scale.accounts();
        OptionalLong memory = machine.memoryBytes();
        String kind = ledger.database() == null ? "ledger " + ledger.kind() : "database " + ledger.kind();
        boolean hasManyKeys = settings.keyWindow() > BankSettings.KEY_WINDOW_DEFAULT;
        String keys = hasManyKeys ? text(" and a window of %,d keys", settings.keyWindow()) : "";
        long needed = heapBytesNeeded(accounts);
        String need = text("%s with %,d accounts%s needs a heap of %.1f GiB", kind, accounts, keys, needed / GIB);
        if (memory.isEmpty()) {
            add(DoctorFinding.warning("heap", need + "; the size of the memory is unknown on this system"));
        } else if (needed > memory.getAsLong()) {
            add(DoctorFinding.fault(
                    "heap",
                    text(
                            "%s, and the memory is %.1f GiB. Use fewer branches, or a database%s",
                            need, memory.getAsLong() / GIB, hasManyKeys ? ", or lower bank.key-window" : "")));
        } else {
            String has = text("%s; the memory is %.1f GiB", need, memory.getAsLong() / GIB);
            if (needed > machine.heapBytesMax()) {
                add(DoctorFinding.warning(
                        "heap",
                        text(
                                "%s, and a JVM with the options of this one takes at most %.1f GiB of it. Set "
                                        + "JAVA_TOOL_OPTIONS=-Xmx%dm for the service%s",
                                has,
                                machine.heapBytesMax() / GIB,
                                (needed >> 20) + 1,
                                ledger.database() == null && !hasManyKeys
                                        ? "; ./bank serve chooses the heap itself"
                                        : "")));
            } else {
                add(
                        needed > memory.getAsLong() / 4 * 3
                                ? DoctorFinding.warning("heap", has)
                                : DoctorFinding.fine("heap", has));
            }
        }
        if (ledger.isHistoryBounded()) {
            double seconds = ledger.historyRowsMax(scale) / tps;
            add(DoctorFinding.fine(
                    "history", text("%s statements reach back %s at the heap of this command", rate, span(seconds))));
        }
        if (ledger.database() != null) {
            add(DoctorFinding.fine(
                    "history",
                    text(
                            "%s the database grows by about %.1f GiB a day, without end",
                            rate, tps * SECONDS_PER_DAY * HISTORY_ROW_BYTES / GIB)));
        }
    }

    /** The keys may take half of the heap at most. */
    private long heapBytesNeeded(long accounts) {
        long keyBytes = IdempotencyWindow.heapBytes(settings.keyWindow());
        long moreKeyBytes = Math.max(0, keyBytes - IdempotencyWindow.heapBytes(BankSettings.KEY_WINDOW_DEFAULT));
        return Math.max(HEAP_BYTES_REST + accounts * bytesPerAccount() + moreKeyBytes, 2 * keyBytes);
    }

    private int bytesPerAccount() {
        if (ledger.database() != null) {
            return 0;
        }
        return ledger.isHistoryBounded() ? HEAP_BYTES_H2 : HEAP_BYTES_MEMORY;
    }

    private void disk(String subject, Path directory) {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            add(DoctorFinding.fault(subject, directory + " is not a directory"));
            return;
        }
        Path existing = existing(directory);
        try {
            FileSystemKind disk = FileSystemKind.of(existing);
            if (disk.isMemory()) {
                add(DoctorFinding.fault(
                        subject, directory + " is on " + disk + ", in memory: a power cut loses the bank. Use a disk"));
            }
            if (!Files.isWritable(existing)) {
                add(DoctorFinding.fault(subject, existing + " is not writable for this user"));
                return;
            }
            space(subject, directory, disk);
            Duration force = QuickForceTime.of(existing);
            String took = text(
                    "a forced write takes %.2f ms: one client at a time gets at most %,.0f tps, many together share "
                            + "forces. ./bank probe measures more",
                    force.toNanos() / 1e6, 1e9 / force.toNanos());
            add(
                    force.compareTo(FORCE_SLOW) > 0
                            ? DoctorFinding.warning(subject, took)
                            : DoctorFinding.fine(subject, took));
        } catch (IOException e) {
            add(DoctorFinding.fault(subject, directory + " cannot be used: " + FailureText.of(e)));
        }
    }

    private void space(String subject, Path directory, FileSystemKind disk) throws IOException {
        long journalNow = bytesUnder(BankFolders.journal(directory));
        long archiveNow = bytesUnder(directory.resolve("archive"));
        long available = disk.usableBytes() + journalNow;
        long journal = DiskSpace.journalBytesMax(settings, scale, available);
        if (journal > available) {
            add(DoctorFinding.fault(
                    subject,
                    text(
                            "%s has %.1f GiB free, and the journal may take %.1f GiB. Free some space, or lower "
                                    + "bank.journal.bytes-max, bank.key-window or bank.journal.fill-ahead",
                            directory, disk.usableBytes() / GIB, journal / GIB)));
            return;
        }
        long rest = disk.usableBytes()
                + archiveNow
                - Math.max(0, journal - journalNow)
                - SNAPSHOTS * SnapshotStore.bytes(scale);
        if (rest < 0) {
            add(DoctorFinding.fault(
                    subject,
                    text(
                            "%s has %.1f GiB free, which is %.1f GiB too little for a journal of %.1f GiB and snapshots "
                                    + "of %.1f GiB. Free some space, or lower bank.journal.bytes-max, bank.key-window "
                                    + "or bank.journal.fill-ahead",
                            directory,
                            disk.usableBytes() / GIB,
                            -rest / GIB,
                            journal / GIB,
                            SNAPSHOTS * SnapshotStore.bytes(scale) / GIB)));
            return;
        }
        long archive = settings.journal().space().archiveBytesMax().orElse(rest / 2);
        double retention = settings.snapshots().historyRetention().toSeconds();
        add(DoctorFinding.fine(
                subject,
                text(
                        "%s, %.1f GiB free: journal at most %.1f GiB, snapshots %.1f GiB, archive at most %.1f GiB; "
                                + "%s a restore reaches back %s to %s; older epochs are deleted",
                        disk,
                        disk.usableBytes() / GIB,
                        journal / GIB,
                        SNAPSHOTS * SnapshotStore.bytes(scale) / GIB,
                        archive / GIB,
                        rate,
                        span(Math.min(retention, archive / (tps * JOURNAL_BYTES_MOST))),
                        span(Math.min(retention, archive / (tps * JOURNAL_BYTES_LEAST))))));
    }

    /** Bytes of all files. Files that a running bank deletes meanwhile do not count. */
    private static long bytesUnder(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return 0;
        }
        long[] sum = {0};
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sum[0] += attributes.size();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return sum[0];
    }

    /** The directory, or the nearest one above it that exists. */
    private static Path existing(Path directory) {
        Path path = directory.toAbsolutePath().normalize();
        while (!Files.isDirectory(path)) {
            @Nullable Path parent = path.getParent();
            if (parent == null) {
                return path;
            }
            path = parent;
        }
        return path;
    }

    private void devices(Path data, Path mirror) {
        try {
            if (Files.getFileStore(existing(data)).equals(Files.getFileStore(existing(mirror)))) {
                add(DoctorFinding.warning(
                        "mirror",
                        data + " and " + mirror + " are on one device, and are lost together. Use another one"));
            }
        } catch (IOException e) {
            add(DoctorFinding.warning(
                    "mirror", "the devices of " + data + " and " + mirror + " are not known: " + FailureText.of(e)));
        }
    }

    private void keys() {
        double seconds = settings.keyWindow() / tps;
        double least = 2.0 * settings.keyAheadMax().toMillis() / 1_000;
        String spans =
                text("%s a repeat is answered for %s; after that it is refused as key-expired", rate, span(seconds));
        add(
                seconds < least
                        ? DoctorFinding.warning("keys", spans + ". " + moreKeys(least))
                        : DoctorFinding.fine("keys", spans));
    }

    /** What to do so that keys are kept for a time, as far as a window can have so many and the heap can hold them. */
    private String moreKeys(double seconds) {
        double keys = Math.ceil(seconds * tps);
        if (keys > IdempotencyWindow.SIZE_MAX) {
            return text(
                    "No window can keep keys for %s at this rate: bank.key-window is at most %,d. Lower "
                            + "bank.key-ahead-max",
                    span(seconds), IdempotencyWindow.SIZE_MAX);
        }
        long bytes = IdempotencyWindow.heapBytes((int) keys);
        return bytes > machine.heapBytesMax() / 2
                ? text(
                        "With a heap of %.1f GiB, keys cannot be kept for %s at this rate: %,.0f keys take %.1f GiB, "
                                + "and at most half of the heap. Give the service a larger heap (-Xmx), or lower "
                                + "bank.key-ahead-max",
                        machine.heapBytesMax() / GIB, span(seconds), keys, bytes / GIB)
                : text("Raise bank.key-window to at least %,.0f", keys);
    }

    private void clock() {
        String source = machine.clockSource().orElse("unknown");
        String tells = "the kernel reads the time from " + source;
        boolean isSlow = source.equals("hpet") || source.equals("acpi_pm");
        if (isSlow) {
            add(DoctorFinding.warning("clock", tells + ", which is slow: every transaction reads the time"));
        }
        add(
                machine.isClockSynchronized()
                        ? DoctorFinding.fine("clock", tells + ", and files of a time service were found")
                        : DoctorFinding.warning(
                                "clock",
                                tells + ", and no time service was found. Keys of the wrong time are refused: run "
                                        + "chrony or systemd-timesyncd, unless the host keeps this clock"));
    }

    private void kernel() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            long descriptors = system.getMaxFileDescriptorCount();
            String may = text("a process may open %,d files and connections (ulimit -n)", descriptors);
            add(
                    descriptors < DESCRIPTORS_MIN
                            ? DoctorFinding.warning(
                                    "kernel", may + "; a service should have at least " + DESCRIPTORS_MIN)
                            : DoctorFinding.fine("kernel", may));
        }
        OptionalLong swap = machine.swapBytes();
        if (swap.isPresent() && swap.getAsLong() > 0) {
            add(DoctorFinding.warning(
                    "kernel",
                    text(
                            "%.1f GiB of swap: a heap that is written out stops transactions for seconds. Switch it "
                                    + "off, or set vm.swappiness=1",
                            swap.getAsLong() / GIB)));
        }
        String pages = machine.largePages().orElse("");
        if (pages.equals("never") && scale.accounts() >= ACCOUNTS_FOR_LARGE_PAGES) {
            add(DoctorFinding.warning(
                    "kernel",
                    "large pages are switched off, which costs a large memory ledger most of its speed: write madvise "
                            + "to /sys/kernel/mm/transparent_hugepage/enabled"));
        }
    }

    /** A time for people. */
    static String span(double seconds) {
        if (seconds < 120) {
            return text("%.0f s", seconds);
        }
        if (seconds < 2 * 3_600) {
            return text("%.0f min", seconds / 60);
        }
        return seconds < 2 * SECONDS_PER_DAY
                ? text("%.0f h", seconds / 3_600)
                : text("%.0f days", seconds / SECONDS_PER_DAY);
    }
}
