package org.debitcredit.terminal.certify;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.debitcredit.terminal.run.RunPlan;

/**
 * What a certification needs of the machine.
 *
 * @param serverHeapMegabytes heap of the server; 0 for one that runs already
 * @param ownHeapMegabytes heap of this process
 * @param diskBytes on the disk of the bank's data
 * @param mirrorBytes on the disk of the mirror; 0 without a mirror
 * @param reportBytes on the disk of the report
 * @param descriptors of this process and of the server, each
 * @param window of each load
 * @param snapshot the shortest time that a requested snapshot takes
 */
record Sizing(
        long serverHeapMegabytes,
        long ownHeapMegabytes,
        long diskBytes,
        long mirrorBytes,
        long reportBytes,
        long descriptors,
        Duration window,
        Duration snapshot) {

    private static final long MEGABYTE = 1L << 20;
    private static final long SERVER_HEAP_MIN_MEGABYTES = 2_048;
    private static final long SERVER_BESIDE_HEAP_MEGABYTES = 512;

    /** A collector's bitmaps and cards, by the heap. */
    private static final double COLLECTOR_SHARE = 0.03;

    /**
     * A balance takes 8 bytes. Requests that wait may take a sixteenth of the heap, and a service is not ready while
     * more than 95 % of its old generation is in use: 8 / (1 - 1/16 - 1/20) = 9.
     */
    private static final double HEAP_BYTES_PER_ACCOUNT = 9;

    /**
     * For what does not grow with the accounts: the young generation with 400 MB, a million keys with 170, batches in
     * flight with 30, and connections and the service's own objects with 150. The rest is for garbage in the old
     * generation, so that it is seldom collected.
     */
    private static final long HEAP_BESIDES_MEGABYTES = 1_024;

    private static final long OWN_BESIDE_HEAP_MEGABYTES = 256;
    private static final long OWN_HEAP_MEGABYTES = 1_024;

    /**
     * Terminals whose state fits into one megabyte, half a kilobyte for each, as measured. Everything else is in the
     * part of the heap that does not grow with them.
     */
    private static final long TERMINALS_PER_MEGABYTE = 2_000;

    /** Some collectors keep back a part of the heap that was asked for. */
    private static final double HEAP_ROUNDED = 0.9;

    private static final long JOURNAL_BYTES_PER_TRANSACTION = 192;
    private static final long JOURNAL_BYTES_MIN = 2L << 30;
    private static final long JOURNAL_BYTES_DEFAULT = 4L << 30;
    private static final int SNAPSHOTS = 3;

    /** What a server writes of a requested snapshot before it pauses, and how long it pauses: see Snapshotter. */
    private static final long SNAPSHOT_BYTES_AT_ONCE = 512 << 10;

    private static final Duration SNAPSHOT_PAUSE = Duration.ofMillis(10);

    /** Part of a window that must be left for a snapshot, if another one is being taken when it is requested. */
    private static final double WINDOW_FOR_SNAPSHOT = (1 - Checkpoints.FIRST) / 2;

    private static final long SECONDS_PER_MINUTE = 60;
    private static final int BYTES_PER_ACCOUNT = 8;
    private static final long SUCCESS_FILE_BYTES_PER_ANSWER = 40;
    private static final long REPORT_BYTES = 200L << 20;
    /** The smaller bank that loses its disks: its journal, snapshots, and a disk of its own whose power is cut. */
    private static final long SMALLER_BANK_BYTES = 4L << 30;

    /** Besides the connections of the terminals. */
    private static final long DESCRIPTORS = 512;

    /**
     * A disk.
     *
     * @param id equal for two folders on one disk
     */
    record Disk(Object id, long freeBytes) {}

    /**
     * What the machine has.
     *
     * @param memoryMegabytes that new processes can have
     * @param data disk of the bank's data; the other two may be the same
     */
    record Machine(
            long memoryMegabytes, long ownHeapMegabytes, Disk data, Disk mirror, Disk report, long descriptors) {}

    /** What is put on a disk. */
    private record Share(String name, long bytes, Disk disk) {}

    /** What a plan needs: of one whose server runs already, only what the terminals and the report need. */
    static Sizing of(CertifyPlan plan) {
        long accounts = plan.scale().accounts();
        double fullLoads =
                plan.loads().percents().stream().mapToInt(Integer::intValue).sum() / 100.0;
        double seconds = plan.loads().window().plus(plan.loads().warmUp()).toSeconds() * fullLoads
                + Loads.rampUp(plan.loads().terminals()).toSeconds()
                        * plan.loads().percents().size();
        long ofLoads = (long) Math.ceil(plan.tps() * seconds);
        if (plan.server().url() != null) {
            return new Sizing(
                    0,
                    ownHeapMegabytes(plan.loads().terminals()),
                    0,
                    0,
                    REPORT_BYTES + ofLoads * SUCCESS_FILE_BYTES_PER_ANSWER,
                    DESCRIPTORS + RunPlan.CONNECTIONS_MAX,
                    plan.loads().window(),
                    Duration.ZERO);
        }
        long transactions = ofLoads + KillTest.transactionsMax(plan);
        long snapshots = SNAPSHOTS * BYTES_PER_ACCOUNT * accounts;
        long journalMax = Math.max(JOURNAL_BYTES_DEFAULT, 2 * BYTES_PER_ACCOUNT * accounts);
        long journal = Math.min(journalMax, JOURNAL_BYTES_MIN + transactions * JOURNAL_BYTES_PER_TRANSACTION);
        long bank = journal + snapshots;
        return new Sizing(
                CertificationServers.heapMegabytes(
                        plan.server().ledger(), accounts, CertificationServers.keyWindow(plan)),
                ownHeapMegabytes(plan.loads().terminals()),
                Math.max(bank, 2 * SMALLER_BANK_BYTES),
                plan.server().mirrorFolder() == null ? 0 : Math.max(bank, SMALLER_BANK_BYTES),
                REPORT_BYTES + transactions * SUCCESS_FILE_BYTES_PER_ANSWER,
                DESCRIPTORS + RunPlan.CONNECTIONS_MAX,
                plan.loads().window(),
                SNAPSHOT_PAUSE.multipliedBy(BYTES_PER_ACCOUNT * accounts / SNAPSHOT_BYTES_AT_ONCE));
    }

    /** The balances, which for H2 are rows as the launcher counts them for {@code serve}, and a fixed part. */
    static long serverHeapMegabytes(String ledger, long accounts) {
        long balances = switch (ledger) {
            case "memory" -> (long) (accounts * HEAP_BYTES_PER_ACCOUNT / MEGABYTE);
            case "h2" -> accounts * 17 / 100_000;
            default -> 0;
        };
        return Math.max(SERVER_HEAP_MIN_MEGABYTES, balances + HEAP_BESIDES_MEGABYTES);
    }

    private boolean isOfRunningServer() {
        return serverHeapMegabytes == 0;
    }

    /** The processes that this command starts, with what a JVM takes besides its heap. */
    private long memoryMegabytes(long terminalsHeapMegabytes) {
        long server =
                serverHeapMegabytes + (long) (serverHeapMegabytes * COLLECTOR_SHARE) + SERVER_BESIDE_HEAP_MEGABYTES;
        return (isOfRunningServer() ? 0 : server) + terminalsHeapMegabytes + OWN_BESIDE_HEAP_MEGABYTES;
    }

    /** As the launcher computes it for {@code certify}. */
    static long ownHeapMegabytes(int terminals) {
        return OWN_HEAP_MEGABYTES + terminals / TERMINALS_PER_MEGABYTE;
    }

    /** What is missing, each in a sentence; none if the machine has everything. */
    List<String> missing(Machine machine) {
        List<String> missing = new ArrayList<>();
        long memory = memoryMegabytes(Math.max(ownHeapMegabytes, machine.ownHeapMegabytes()));
        if (memory > machine.memoryMegabytes()) {
            missing.add(sentence(
                    "%s need %,d MB of memory together; this machine has %,d MB available",
                    isOfRunningServer() ? "the terminals" : "server and terminals", memory, machine.memoryMegabytes()));
        }
        if (ownHeapMegabytes * HEAP_ROUNDED > machine.ownHeapMegabytes()) {
            missing.add(sentence(
                    "the terminals need a heap of %,d MB; this process has %,d MB. Start it by ./bank certify, or with "
                            + "BANK_JAVA_OPTS=-Xmx%dm",
                    ownHeapMegabytes, machine.ownHeapMegabytes(), ownHeapMegabytes));
        }
        missing.addAll(missingOnDisks(machine));
        if (snapshot.toMillis() > (1 - Checkpoints.FIRST) * window.toMillis()) {
            long enough = (long) Math.ceil(snapshot.toSeconds() / WINDOW_FOR_SNAPSHOT / SECONDS_PER_MINUTE);
            missing.add(sentence(
                    "a checkpoint takes %,d s or more and must be taken within the window, which is %,d s; give "
                            + "--minutes %d or more",
                    snapshot.toSeconds(), window.toSeconds(), enough));
        }
        if (descriptors > machine.descriptors()) {
            missing.add(sentence(
                    "a process needs %,d file descriptors; the limit is %,d (ulimit -n)",
                    descriptors, machine.descriptors()));
        }
        return missing;
    }

    /** What is on one disk needs its space there together. */
    private List<String> missingOnDisks(Machine machine) {
        Map<Object, List<Share>> byDisk = Stream.of(
                        new Share("the bank's data", diskBytes, machine.data()),
                        new Share("the mirror", mirrorBytes, machine.mirror()),
                        new Share("the report with the success files", reportBytes, machine.report()))
                .filter(share -> share.bytes() > 0)
                .collect(Collectors.groupingBy(share -> share.disk().id(), LinkedHashMap::new, Collectors.toList()));
        List<String> missing = new ArrayList<>();
        for (List<Share> shares : byDisk.values()) {
            long bytes = shares.stream().mapToLong(Share::bytes).sum();
            long free = shares.get(0).disk().freeBytes();
            if (bytes > free) {
                String names = shares.stream().map(Share::name).collect(Collectors.joining(" and "));
                missing.add(sentence(
                        "the disk of %s must have %,d MB free; it has %,d MB",
                        names, bytes / MEGABYTE, free / MEGABYTE));
            }
        }
        return missing;
    }

    /** All of it in one line. */
    String words() {
        if (isOfRunningServer()) {
            return sentence(
                    "heap of the terminals %,d MB, %,d MB of disk for the report, %,d file descriptors",
                    ownHeapMegabytes, reportBytes / MEGABYTE, descriptors);
        }
        return sentence(
                "heap of the server %,d MB, heap of the terminals %,d MB, with the JVMs %,d MB of memory, disk %,d "
                        + "MB%s and %,d MB for the report, %,d file descriptors, and %,d s or more in each window for "
                        + "a checkpoint",
                serverHeapMegabytes,
                ownHeapMegabytes,
                memoryMegabytes(ownHeapMegabytes),
                diskBytes / MEGABYTE,
                mirrorBytes == 0 ? "" : sentence(", %,d MB for the mirror", mirrorBytes / MEGABYTE),
                reportBytes / MEGABYTE,
                descriptors,
                snapshot.toSeconds());
    }

    private static String sentence(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
