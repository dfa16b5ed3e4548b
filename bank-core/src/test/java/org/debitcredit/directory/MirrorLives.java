package org.debitcredit.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Clocks;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.mirror.HangLimit;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.MirrorRecord;
import org.debitcredit.mirror.OnLoss;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.storage.DiskDirectory;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.storage.MediumWatch;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.workload.DebitCreditWorkload;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A bank on two media, A and B, stepped by hand, and what happens to them between its lives. */
@Timeout(120)
abstract class MirrorLives {

    /** What is being deleted meanwhile, and what is no epoch yet. */
    static final String BESIDE_THE_EPOCHS = "(removed|next)-.+";

    static final BankScale SCALE = new BankScale(3, 2, 20_000);
    static final int A = 0;
    static final int B = 1;

    @TempDir
    Path temp;

    final JournalKind kind;
    final DebitCreditWorkload workload = new DebitCreditWorkload(SCALE, Preset.GRAY2005, 1);
    final List<String> calls = new ArrayList<>();
    final List<String> lost = new ArrayList<>();
    final List<String> replaced = new ArrayList<>();
    final List<String> archivesSetAside = new ArrayList<>();
    final List<String> passedOver = new ArrayList<>();
    final List<Throwable> snapshotFailures = new ArrayList<>();
    MediumWatch watch = MediumWatch.NONE;
    List<FaultyMedium> media = List.of();
    OnLoss onLoss = OnLoss.DEGRADE;
    boolean acceptLoneCopy;

    /** What an operator accepts. */
    LoneCopy loneCopy = LoneCopy.NONE;

    OptionalLong acceptLossAfter = OptionalLong.empty();

    @Nullable
    RunningBank running;

    final AtomicLong nanos = new AtomicLong();

    /** From now on no time passes while a thread waits for a medium. */
    volatile boolean isClockStopped;

    final HangLimit limit = new HangLimit(
            HangLimit.MAX_LEAST, () -> isWaitedForWhatHangs() ? nanos.addAndGet(50_000_000) : nanos.get());

    /** Long enough for no snapshot. */
    Duration replayMax = Duration.ofHours(1);

    Duration retention = Duration.ZERO;
    long nextKey;
    long clockMicros = 1_700_000_000_000_000L;

    static final FolderLock NO_LOCK = new FolderLock() {
        @Override
        public void requireHeld() {}

        @Override
        public void close() {}
    };

    MirrorLives(JournalKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void soundMedia() {
        watch = new MediumWatch();
        media = List.of(new FaultyMedium("A", calls, watch), new FaultyMedium("B", calls, watch));
    }

    @AfterEach
    void nothingElseWasLost() throws IOException {
        assertThat(lost).hasSizeLessThanOrEqualTo(1);
        if (kind == JournalKind.FILE) {
            assertThat(openFiles())
                    .as("left open, also by starts that were refused")
                    .isEmpty();
        }
    }

    /** The bank's files that this process has open, if the system shows them. Chronicle releases them with a delay. */
    List<String> openFiles() throws IOException {
        Path handles = Path.of("/proc/self/fd");
        List<String> found = new ArrayList<>();
        if (Files.isDirectory(handles)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(handles)) {
                for (Path handle : entries) {
                    String file = target(handle);
                    if (file.startsWith(temp.toRealPath().toString())) {
                        found.add(file);
                    }
                }
            }
        }
        return found;
    }

    static String target(Path handle) {
        try {
            return Files.readSymbolicLink(handle).toString();
        } catch (IOException goneMeanwhile) {
            return "";
        }
    }

    Path data(int copy) {
        return temp.resolve(copy == A ? "a" : "b");
    }

    BankSettings settings(int copy) throws IOException {
        return BankSettings.builder(data(copy), SCALE, Currency.getInstance("USD"))
                .keyWindow(50)
                .journal(new JournalSettings(kind, 1 << 20, 1 << 20, acceptLossAfter)
                        .accepting(acceptLoneCopy ? LoneCopy.ANY : loneCopy))
                .snapshots(new SnapshotSettings(replayMax, retention))
                .clocks(Clocks.neverSet(() -> clockMicros))
                .founds(BankFolders.isEmpty(data(A)) && BankFolders.isEmpty(data(B)))
                .build();
    }

    void accept(BankEvent event) {
        if (event instanceof BankEvent.MirrorLost copy) {
            lost.add(copy.place() + ": " + copy.cause().getMessage());
        } else if (event instanceof BankEvent.MirrorReplaced copy) {
            replaced.add(copy.place() + ": " + copy.reason() + " -> " + copy.asidePlace());
        } else if (event instanceof BankEvent.ArchiveSetAside archive) {
            archivesSetAside.add(archive.place() + ": " + archive.asidePlace() + ", " + archive.positionBefore());
        } else if (event instanceof BankEvent.SnapshotPassedOver passed) {
            passedOver.add(passed.reason());
        } else if (event instanceof BankEvent.SnapshotFailed failed) {
            snapshotFailures.add(failed.cause());
        }
    }

    RunningBank openBoth() throws IOException {
        BankSettings settings = settings(A).with(settings(A).journal().mirroredIn(data(B), onLoss));
        BankFiles both = MirroredFolders.open(
                List.of(new DiskDirectory(data(A)), new DiskDirectory(data(B))), settings, limit, this::accept, media);
        return recover(both, settings);
    }

    /** Without the option --mirror. */
    RunningBank openOnly(int copy) throws IOException {
        BankSettings settings = settings(copy).founding(BankFolders.isEmpty(data(copy)));
        return recover(BankFolders.open(settings, this::accept), settings);
    }

    RunningBank recover(BankFiles opened, BankSettings settings) throws IOException {
        RunningBank bank = RunningBank.recover(
                opened, settings, (identity, progress) -> new MemoryLedger(identity), this::accept, Progress.NONE);
        running = bank;
        return bank;
    }

    /** Time passes only then, and with each look at the clock: nothing else ever takes too long. */
    boolean isWaitedForWhatHangs() {
        RunningBank bank = running;
        return !isClockStopped
                && media.stream().anyMatch(FaultyMedium::isHanging)
                && lost.isEmpty()
                && bank != null
                && bank.engine().stoppedBy() == null;
    }

    /** One group of ten; answers what became of its last. */
    Outcome group(RunningBank bank) {
        RequestColumns requests = new RequestColumns(10);
        for (int i = 0; i < 10; i++) {
            requests.add(workload.next(), NumberedKeys.key(clockMicros / 1_000, nextKey++));
        }
        BatchSubmission submission = new BatchSubmission(requests, answered -> calls.add("answered"));
        bank.engine().submit(submission);
        bank.engine().step();
        clockMicros += 1_000_000;
        letSnapshotterWork(bank);
        return submission.outcome(9);
    }

    static void letSnapshotterWork(RunningBank bank) {
        while (bank.snapshotter().step() || bank.engine().step()) {
            continue;
        }
    }

    void run(RunningBank bank, int groups) {
        for (int i = 0; i < groups; i++) {
            assertThat(group(bank)).isInstanceOf(Outcome.Committed.class);
        }
    }

    static Totals totals(RunningBank bank) {
        Inquiry.Sums sums = new Inquiry.Sums(answered -> {});
        bank.engine().submit(sums);
        bank.engine().step();
        return sums.totals();
    }

    /** What a killed server leaves: the copy of its files while it is running. */
    void kill(RunningBank bank) throws IOException {
        keep(A, "killed-a");
        keep(B, "killed-b");
        bank.close();
        restore("killed-a", A);
        restore("killed-b", B);
        soundMedia();
        calls.clear();
    }

    void keep(int copy, String name) throws IOException {
        Path to = temp.resolve(name);
        if (!Files.exists(data(copy))) {
            return;
        }
        Files.walkFileTree(data(copy), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                if (folder.getFileName().toString().matches(BESIDE_THE_EPOCHS)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(data(copy).relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copied = to.resolve(data(copy).relativize(file));
                if (file.endsWith("lock")) {
                    // As if it had been given back, so that no start waits whether its holder still works.
                    Files.writeString(copied, "-");
                } else if (!file.endsWith("unfinished-segment")) {
                    Files.copy(file, copied);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    void restore(String name, int copy) throws IOException {
        if (Files.exists(data(copy))) {
            DurableFiles.deleteTree(data(copy));
        }
        if (Files.exists(temp.resolve(name))) {
            Files.move(temp.resolve(name), data(copy));
        }
    }

    void lose(int copy) throws IOException {
        DurableFiles.deleteTree(data(copy));
    }

    MirrorRecord record(int copy) throws IOException {
        MirrorRecord record = MirrorRecord.read(DiskFolder.open(BankFolders.journal(data(copy))));
        return java.util.Objects.requireNonNull(record);
    }

    LoneCopy lone(int copy) throws IOException {
        try (Journal journal = Medium.DISK.journal(
                DiskFolder.open(BankFolders.journal(data(copy))),
                NO_LOCK,
                settings(copy).journal())) {
            return LoneCopy.of(record(copy), JournalReader.read(journal, (batch, logPosition) -> {}));
        }
    }

    String state(int copy) throws IOException {
        return record(copy).state() + " " + record(copy).generation();
    }

    List<String> names(int copy, String folder) throws IOException {
        try (Stream<Path> entries = Files.list(data(copy).resolve(folder))) {
            return entries.map(path -> path.getFileName().toString())
                    .filter(name -> !name.matches(BESIDE_THE_EPOCHS))
                    .sorted()
                    .toList();
        }
    }

    List<String> asides(int copy) throws IOException {
        return names(copy, "").stream()
                .filter(name -> name.startsWith("journal-aside-"))
                .toList();
    }

    /** Flips a bit of a document, so that intact ones follow it. */
    void damage(int copy, long epoch, int document) throws IOException {
        String place = "";
        try (Journal journal = Medium.DISK.journal(
                        DiskFolder.open(BankFolders.journal(data(copy))),
                        NO_LOCK,
                        settings(copy).journal());
                DocumentSource source = journal.read(epoch)) {
            for (int i = 0; i < document; i++) {
                assertThat(source.next()).isNotNull();
            }
            place = source.place();
        }
        String[] parts = place.split(" at offset ");
        flipBit(Path.of(parts[0]), Long.parseLong(parts[1]) + 100);
    }

    static void flipBit(Path file, long at) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, at);
            channel.write(one.put(0, (byte) (one.get(0) ^ 1)).flip(), at);
        }
    }

    long openedAt() throws IOException {
        try (RunningBank bank = openBoth()) {
            return bank.recovered().position();
        }
    }

    /** A is lost, and the bank continues on B alone. This is the state of both after that. */
    void anHourAloneOnB(boolean recorded) throws IOException {
        RunningBank bank = openBoth();
        run(bank, 10);
        media.get(A).failing.add("append");
        media.get(B).recordsVanish = !recorded;
        run(bank, 30);
        assertThat(lost).hasSize(1);
        kill(bank);
    }

    /** A power cut takes the last groups from one copy, as if it had not been forced yet. Five groups are on both. */
    Totals crashBetweenTheTwoForces(int copy, int groupsLost) throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        keep(copy, "before");
        run(bank, groupsLost);
        Totals totals = totals(bank);
        kill(bank);
        restore("before", copy);
        return totals;
    }
}
