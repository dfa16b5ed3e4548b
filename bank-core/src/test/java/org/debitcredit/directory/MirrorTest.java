package org.debitcredit.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.debitcredit.Interleavings;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.backup.Backup;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Clocks;
import org.debitcredit.bank.Preset;
import org.debitcredit.checkpoint.RetainedEpochs;
import org.debitcredit.checkpoint.TakenSnapshot;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.founding.BankRecords;
import org.debitcredit.founding.FoundingRefused;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.mirror.HangLimit;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.MirrorRecord;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.mirror.OnLoss;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.BoundedStart;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.storage.DirectoryLock;
import org.debitcredit.storage.DiskDirectory;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.storage.MediumHangs;
import org.debitcredit.storage.MediumLoss;
import org.debitcredit.storage.MediumWatch;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.workload.DebitCreditWorkload;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A bank on two media, A and B, either of which may fail, at any point, for either kind of journal. */
@Timeout(120)
abstract class MirrorTest {

    /** What is being deleted meanwhile, and what is no epoch yet. */
    private static final String BESIDE_THE_EPOCHS = "(removed|next)-.+";

    private static final BankScale SCALE = new BankScale(3, 2, 20_000);
    private static final int A = 0;
    private static final int B = 1;

    @TempDir
    Path temp;

    private final JournalKind kind;
    private final DebitCreditWorkload workload = new DebitCreditWorkload(SCALE, Preset.GRAY2005, 1);
    private final List<String> calls = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private final List<String> replaced = new ArrayList<>();
    private final List<String> archivesSetAside = new ArrayList<>();
    private final List<String> passedOver = new ArrayList<>();
    private final List<Throwable> snapshotFailures = new ArrayList<>();
    private MediumWatch watch = MediumWatch.NONE;
    private List<FaultyMedium> media = List.of();
    private OnLoss onLoss = OnLoss.DEGRADE;
    private boolean acceptLoneCopy;
    /** What an operator accepts. */
    private LoneCopy loneCopy = LoneCopy.NONE;

    private OptionalLong acceptLossAfter = OptionalLong.empty();

    private @Nullable RunningBank running;
    private final AtomicLong nanos = new AtomicLong();
    /** From now on no time passes while a thread waits for a medium. */
    private volatile boolean isClockStopped;

    private final HangLimit limit = new HangLimit(
            HangLimit.MAX_LEAST, () -> isWaitedForWhatHangs() ? nanos.addAndGet(50_000_000) : nanos.get());
    /** Long enough for no snapshot. */
    private Duration replayMax = Duration.ofHours(1);

    private Duration retention = Duration.ZERO;
    private long nextKey;
    private long clockMicros = 1_700_000_000_000_000L;

    MirrorTest(JournalKind kind) {
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
    private List<String> openFiles() throws IOException {
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

    private static String target(Path handle) {
        try {
            return Files.readSymbolicLink(handle).toString();
        } catch (IOException goneMeanwhile) {
            return "";
        }
    }

    private Path data(int copy) {
        return temp.resolve(copy == A ? "a" : "b");
    }

    private BankSettings settings(int copy) throws IOException {
        return BankSettings.builder(data(copy), SCALE, Currency.getInstance("USD"))
                .keyWindow(50)
                .journal(new JournalSettings(kind, 1 << 20, 1 << 20, acceptLossAfter)
                        .accepting(acceptLoneCopy ? LoneCopy.ANY : loneCopy))
                .snapshots(new SnapshotSettings(replayMax, retention))
                .clocks(Clocks.neverSet(() -> clockMicros))
                .founds(BankFolders.isEmpty(data(A)) && BankFolders.isEmpty(data(B)))
                .build();
    }

    private void accept(BankEvent event) {
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

    private RunningBank openBoth() throws IOException {
        BankSettings settings = settings(A).with(settings(A).journal().mirroredIn(data(B), onLoss));
        BankFiles both = MirroredFolders.open(
                List.of(new DiskDirectory(data(A)), new DiskDirectory(data(B))), settings, limit, this::accept, media);
        return recover(both, settings);
    }

    /** Without the option --mirror. */
    private RunningBank openOnly(int copy) throws IOException {
        BankSettings settings = settings(copy).founding(BankFolders.isEmpty(data(copy)));
        return recover(BankFolders.open(settings, this::accept), settings);
    }

    private RunningBank recover(BankFiles opened, BankSettings settings) throws IOException {
        RunningBank bank = RunningBank.recover(
                opened, settings, (identity, progress) -> new MemoryLedger(identity), this::accept, Progress.NONE);
        running = bank;
        return bank;
    }

    /** Time passes only then, and with each look at the clock: nothing else ever takes too long. */
    private boolean isWaitedForWhatHangs() {
        RunningBank bank = running;
        return !isClockStopped
                && media.stream().anyMatch(FaultyMedium::isHanging)
                && lost.isEmpty()
                && bank != null
                && bank.engine().stoppedBy() == null;
    }

    /** One group of ten; answers what became of its last. */
    private Outcome group(RunningBank bank) {
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

    private static void letSnapshotterWork(RunningBank bank) {
        while (bank.snapshotter().step() || bank.engine().step()) {
            continue;
        }
    }

    private void run(RunningBank bank, int groups) {
        for (int i = 0; i < groups; i++) {
            assertThat(group(bank)).isInstanceOf(Outcome.Committed.class);
        }
    }

    private static Totals totals(RunningBank bank) {
        Inquiry.Sums sums = new Inquiry.Sums(answered -> {});
        bank.engine().submit(sums);
        bank.engine().step();
        return sums.totals();
    }

    /** What a killed server leaves: the copy of its files while it is running. */
    private void kill(RunningBank bank) throws IOException {
        keep(A, "killed-a");
        keep(B, "killed-b");
        bank.close();
        restore("killed-a", A);
        restore("killed-b", B);
        soundMedia();
        calls.clear();
    }

    private void keep(int copy, String name) throws IOException {
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

    private void restore(String name, int copy) throws IOException {
        if (Files.exists(data(copy))) {
            DurableFiles.deleteTree(data(copy));
        }
        if (Files.exists(temp.resolve(name))) {
            Files.move(temp.resolve(name), data(copy));
        }
    }

    private void lose(int copy) throws IOException {
        DurableFiles.deleteTree(data(copy));
    }

    private MirrorRecord record(int copy) throws IOException {
        MirrorRecord record = MirrorRecord.read(DiskFolder.open(BankFolders.journal(data(copy))));
        return java.util.Objects.requireNonNull(record);
    }

    private LoneCopy lone(int copy) throws IOException {
        try (Journal journal = Medium.DISK.journal(
                DiskFolder.open(BankFolders.journal(data(copy))),
                NO_LOCK,
                settings(copy).journal())) {
            return LoneCopy.of(record(copy), JournalReader.read(journal, (batch, logPosition) -> {}));
        }
    }

    private String state(int copy) throws IOException {
        return record(copy).state() + " " + record(copy).generation();
    }

    private List<String> names(int copy, String folder) throws IOException {
        try (Stream<Path> entries = Files.list(data(copy).resolve(folder))) {
            return entries.map(path -> path.getFileName().toString())
                    .filter(name -> !name.matches(BESIDE_THE_EPOCHS))
                    .sorted()
                    .toList();
        }
    }

    private List<String> asides(int copy) throws IOException {
        return names(copy, "").stream()
                .filter(name -> name.startsWith("journal-aside-"))
                .toList();
    }

    private static final FolderLock NO_LOCK = new FolderLock() {
        @Override
        public void requireHeld() {}

        @Override
        public void close() {}
    };

    /** Flips a bit of a document, so that intact ones follow it. */
    private void damage(int copy, long epoch, int document) throws IOException {
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

    private static void flipBit(Path file, long at) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, at);
            channel.write(one.put(0, (byte) (one.get(0) ^ 1)).flip(), at);
        }
    }

    /** Where a copy fails. The mirror does not know of what kind its journals are, so one kind takes all of them. */
    List<String> steps() {
        return List.of("append", "force", "begin");
    }

    /** Neither copy is touched meanwhile, and the start is refused in bounded time. */
    @Test
    void a_start_on_a_medium_that_hangs_is_refused_in_bounded_time_and_names_it() throws IOException {
        openBoth().close();
        for (String step : List.of("exists", "entries", "folder", "forceName", "lock")) {
            // If A holds a bank, the start does not look for one in B.
            boolean isLook = step.equals("exists") || step.equals("entries");
            for (int copy : isLook ? new int[] {A} : new int[] {A, B}) {
                soundMedia();
                AtomicLong monotonic = new AtomicLong();
                BankSettings settings = BankSettings.builder(data(A), SCALE, Currency.getInstance("USD"))
                        .journal(settings(A).journal().mirroredIn(data(B), onLoss))
                        .clocks(new Clocks(() -> clockMicros, () -> monotonic.addAndGet(5_000_000_000L)))
                        .build();
                media.get(copy).hangIn(step);
                assertThatThrownBy(() -> BoundedStart.of(settings.journal(), settings.clocks())
                                .run(watch, () -> BankFolders.open(settings, this::accept, media)))
                        .as(step)
                        .isInstanceOf(MediumHangs.class)
                        .hasMessageContainingAll(
                                data(copy) + " hangs: ", "did not finish within 30 s", "--accept-lone-copy");
                comeBack(copy);
                comeBack(1 - copy);
                awaitEndOfStart();
                soundMedia();
                assertThat(state(A)).isEqualTo(state(B)).startsWith("DUPLEX");
                openBoth().close();
            }
        }
        assertThat(replaced).isEmpty();
    }

    /** It has been abandoned, and closes what it opened. */
    private static void awaitEndOfStart() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(BoundedStart.THREAD)) {
                Interleavings.join(thread);
            }
        }
    }

    /** In a build Chronicle hangs only where it waits for its disk; {@code -Dbank.hang.all=true} adds the rest. */
    private List<String> stepsAndFiles() {
        return kind == JournalKind.FILE || Boolean.getBoolean("bank.hang.all")
                ? List.of("append", "force", "begin", "files")
                : steps();
    }

    @Test
    void both_copies_are_forced_before_anyone_is_answered() throws IOException {
        try (RunningBank bank = openBoth()) {
            calls.clear();
            run(bank, 1);
            assertThat(calls.subList(0, 2)).containsExactlyInAnyOrder("A append", "B append");
            assertThat(calls.subList(2, 4)).containsExactlyInAnyOrder("A force", "B force");
            assertThat(calls.subList(4, 5)).containsExactly("answered");
        }
        assertThat(state(A)).isEqualTo("DUPLEX 1");
        assertThat(state(B)).isEqualTo("DUPLEX 1");
    }

    @Test
    void either_copy_alone_holds_everything_after_the_other_is_gone() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 20);
        Totals totals = totals(bank);
        kill(bank);
        acceptLoneCopy = true;
        for (int copy : new int[] {A, B}) {
            try (RunningBank again = openOnly(copy)) {
                assertThat(again.recovered().position()).isEqualTo(200);
                assertThat(totals(again)).isEqualTo(totals);
            }
        }
    }

    @Test
    void a_mirror_lost_in_append_or_force_or_a_new_epoch_stops_the_bank_unless_told_otherwise() throws IOException {
        onLoss = OnLoss.STOP;
        for (String step : steps()) {
            RunningBank bank = openBoth();
            long before = bank.engine().position();
            run(bank, 1);
            media.get(B).failing.add(step);
            if (step.equals("begin")) {
                bank.snapshotter().request();
                group(bank);
            } else {
                assertThat(group(bank)).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
            }
            assertThat(bank.engine().stoppedBy()).hasMessage("planted in " + step + " of B");
            assertThat(group(bank)).isEqualTo(new Outcome.Failed(Failure.NOT_EXECUTED));
            kill(bank);
            assertThat(before).isLessThan(openedAt());
        }
        assertThat(lost).isEmpty();
        assertThat(state(A)).startsWith("DUPLEX");
    }

    private long openedAt() throws IOException {
        try (RunningBank bank = openBoth()) {
            return bank.recovered().position();
        }
    }

    @Test
    void a_mirror_lost_while_running_is_on_record_before_the_next_answer_and_never_tried_again() throws IOException {
        for (String step : steps()) {
            for (int copy : new int[] {A, B}) {
                lost.clear();
                RunningBank bank = openBoth();
                run(bank, 2);
                calls.clear();
                media.get(copy).failing.add(step);
                if (step.equals("begin")) {
                    bank.snapshotter().request();
                }
                run(bank, 1);
                String survivor = copy == A ? "B" : "A";
                String gone = copy == A ? "A" : "B";
                assertThat(calls).contains(survivor + " record");
                if (!step.equals("begin")) {
                    assertThat(calls.indexOf(survivor + " record")).isLessThan(calls.indexOf("answered"));
                }
                assertThat(lost).singleElement().asString().contains(data(copy).toString(), "planted in " + step);
                int behindRecord = calls.indexOf(survivor + " record");
                run(bank, 5);
                assertThat(calls.subList(behindRecord, calls.size())).doesNotContain(gone + " " + step);
                assertThat(calls.stream().filter((gone + " " + step)::equals)).hasSize(1);
                Totals totals = totals(bank);
                kill(bank);
                assertThat(record(1 - copy).isDuplex()).isFalse();
                assertThat(record(1 - copy).generation()).isEqualTo(record(copy).generation() + 1);
                try (RunningBank again = openBoth()) {
                    assertThat(totals(again)).isEqualTo(totals);
                }
                assertThat(state(A)).isEqualTo(state(B)).startsWith("DUPLEX");
            }
        }
    }

    @Test
    void a_medium_that_hangs_is_lost_the_bank_goes_on_and_closes_and_the_next_start_repairs() throws IOException {
        for (String step : stepsAndFiles()) {
            for (int copy : new int[] {A, B}) {
                lost.clear();
                replaced.clear();
                RunningBank bank = openBoth();
                run(bank, 2);
                media.get(copy).hangIn(step);
                if (step.equals("begin") || step.equals("files")) {
                    bank.snapshotter().request();
                }
                run(bank, 1);
                String gone = data(copy).toString();
                assertThat(lost).as(step).singleElement().asString().contains(gone, "hangs");
                assertThat(record(1 - copy).isDuplex())
                        .as("alone, and on record")
                        .isFalse();
                run(bank, 5);
                Totals totals = totals(bank);
                bank.close();
                assertThatThrownBy(this::openBoth)
                        .as("what hangs may still write")
                        .hasMessageContaining("in use");
                comeBack(copy);
                assertThat(record(copy).isDuplex()).isTrue();
                assertThat(record(copy).generation())
                        .isLessThan(record(1 - copy).generation());
                assertThatThrownBy(() -> openOnly(copy)).isInstanceOf(MirrorRefused.class);
                try (RunningBank again = openBoth()) {
                    assertThat(totals(again)).isEqualTo(totals);
                }
                assertThat(replaced).singleElement().asString().contains(gone);
                assertThat(state(A)).isEqualTo(state(B)).startsWith("DUPLEX");
            }
        }
    }

    /** Ends what hangs; returns once its lock is given back, which is the last that the thread of the medium does. */
    private void comeBack(int copy) throws IOException {
        media.get(copy).comeBack();
        boolean isGivenBack = false;
        while (!isGivenBack) {
            try (DirectoryLock lock = DirectoryLock.acquire(BankFolders.journal(data(copy)))) {
                isGivenBack = true;
                lock.requireHeld();
            } catch (IOException inUse) {
                Thread.yield();
            }
        }
    }

    @Test
    void what_a_medium_that_hung_writes_late_is_what_the_survivor_wrote_too() throws IOException {
        for (String step : List.of("append", "force")) {
            RunningBank bank = openBoth();
            run(bank, 2);
            media.get(A).hangIn(step);
            run(bank, 8);
            long position = bank.engine().position();
            bank.close();
            comeBack(A);
            keep(A, "late-" + step);
            assertThat(openedAt()).isEqualTo(position);
            lose(A);
            restore("late-" + step, A);
            acceptLoneCopy = true;
            try (RunningBank late = openOnly(A)) {
                assertThat(late.recovered().position()).isEqualTo(position - 70);
                assertThat(late.recovered().documentsCut()).isZero();
            }
            acceptLoneCopy = false;
            lost.clear();
            lose(A);
            lose(B);
        }
    }

    @Test
    void with_stop_a_medium_that_hangs_stops_the_bank_and_nobody_waits_for_it() throws IOException {
        onLoss = OnLoss.STOP;
        RunningBank bank = openBoth();
        run(bank, 1);
        media.get(B).hangIn("force");
        assertThat(group(bank)).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
        assertThat(bank.engine().stoppedBy()).hasMessageContaining("hangs").hasMessageContaining("force-max");
        bank.close();
        comeBack(B);
        assertThat(lost).isEmpty();
        assertThat(state(A)).isEqualTo(state(B)).startsWith("DUPLEX");
        assertThat(openedAt()).isIn(10L, 20L);
    }

    @Test
    void while_both_media_hang_neither_is_lost_and_when_both_come_back_nothing_has_happened() throws Exception {
        try (RunningBank bank = openBoth()) {
            run(bank, 1);
            media.get(A).hangIn("force");
            media.get(B).hangIn("force");
            CompletableFuture<Outcome> group = CompletableFuture.supplyAsync(() -> group(bank));
            while (!media.get(A).isHanging() || !media.get(B).isHanging()) {
                Thread.yield();
            }
            long now = limit.nanos().getAsLong();
            for (int looks = 0; looks < 1_000; looks++) {
                now = limit.nanos().getAsLong();
            }
            assertThat(group).as("at %d ns", now).isNotDone();
            isClockStopped = true;
            media.forEach(FaultyMedium::comeBack);
            assertThat(group.get()).isInstanceOf(Outcome.Committed.class);
        }
        assertThat(lost).isEmpty();
        assertThat(state(A)).isEqualTo(state(B)).isEqualTo("DUPLEX 1");
    }

    @Test
    void of_two_media_that_hang_the_one_that_does_not_come_back_is_lost() throws Exception {
        RunningBank bank = openBoth();
        run(bank, 1);
        media.get(A).hangIn("force");
        media.get(B).hangIn("force");
        CompletableFuture<Outcome> group = CompletableFuture.supplyAsync(() -> group(bank));
        while (!media.get(A).isHanging() || !media.get(B).isHanging()) {
            Thread.yield();
        }
        media.get(B).comeBack();
        assertThat(group.get()).isInstanceOf(Outcome.Committed.class);
        assertThat(lost).singleElement().asString().contains(data(A).toString());
        assertThat(state(B)).isEqualTo("ALONE 2");
        bank.close();
        comeBack(A);
    }

    @Test
    void a_medium_that_fails_while_the_other_hangs_stops_the_bank_and_neither_is_lost() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 1);
        media.get(A).hangIn("force");
        media.get(B).failing.add("force");
        assertThat(group(bank)).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
        bank.close();
        comeBack(A);
        assertThat(lost).isEmpty();
        assertThat(state(A)).isEqualTo(state(B)).isEqualTo("DUPLEX 1");
    }

    @Test
    void both_lost_stops_the_bank_whatever_it_was_told() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 1);
        media.get(A).failing.add("force");
        media.get(B).failing.add("force");
        assertThat(group(bank)).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
        kill(bank);
        assertThat(lost).isEmpty();
        assertThat(state(A)).isEqualTo("DUPLEX 1");
        openBoth().close();
    }

    @Test
    void a_survivor_that_cannot_record_that_it_is_alone_stops_the_bank() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 1);
        media.get(A).failing.add("force");
        media.get(B).filesFail = true;
        assertThat(group(bank)).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
        kill(bank);
        assertThat(lost).isEmpty();
        assertThat(state(B)).isEqualTo("DUPLEX 1");
    }

    /** A is lost, and the bank continues on B alone. This is the state of both after that. */
    private void anHourAloneOnB(boolean recorded) throws IOException {
        RunningBank bank = openBoth();
        run(bank, 10);
        media.get(A).failing.add("append");
        media.get(B).recordsVanish = !recorded;
        run(bank, 30);
        assertThat(lost).hasSize(1);
        kill(bank);
    }

    @Test
    void a_lost_then_an_hour_alone_on_b_then_b_dies_and_a_returns_is_refused() throws IOException {
        anHourAloneOnB(true);
        lose(B);
        assertThatThrownBy(() -> openOnly(A))
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining(data(B).toString())
                .hasMessageContaining("--accept-lone-copy");
        // A new disk in B's place is no proof that A is not old.
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining(data(A).toString())
                .hasMessageContaining("position 100 ");
        acceptLoneCopy = true;
        assertThat(openedAt()).isEqualTo(100);
    }

    @Test
    void an_hour_alone_on_b_is_not_lost_when_a_returns_with_it() throws IOException {
        anHourAloneOnB(true);
        assertThat(openedAt()).isEqualTo(400);
        assertThat(replaced).singleElement().asString().contains(data(A).toString(), "position 100 ");
        assertThat(asides(A)).hasSize(1);
        assertThat(state(A)).isEqualTo(state(B)).isEqualTo("DUPLEX 3");
        lose(B);
        acceptLoneCopy = true;
        try (RunningBank bank = openOnly(A)) {
            assertThat(bank.recovered().position()).isEqualTo(400);
        }
    }

    @Test
    void an_hour_alone_on_b_that_is_damaged_is_refused_and_without_its_record_would_be_gone() throws IOException {
        anHourAloneOnB(true);
        damage(B, 1, 5);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("damaged journal")
                .hasMessageContaining(data(B).toString());

        lose(A);
        lose(B);
        lost.clear();
        anHourAloneOnB(false);
        damage(B, 1, 5);
        assertThat(openedAt())
                .as("the planted fault loses the hour, so the record is what saved it")
                .isEqualTo(100);
    }

    /**
     * The evidence that the bank continued on B alone was in the journal that was replaced. The record of the bank was
     * not replaced.
     */
    @Test
    void an_hour_alone_on_b_is_not_lost_when_an_older_journal_of_before_it_is_put_in_place() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 10);
        keep(B, "old-b");
        media.get(A).failing.add("append");
        run(bank, 30);
        bank.close();
        soundMedia();
        DurableFiles.deleteTree(BankFolders.journal(data(B)));
        Files.move(BankFolders.journal(temp.resolve("old-b")), BankFolders.journal(data(B)));
        assertThat(state(B)).isEqualTo(state(A)).isEqualTo("DUPLEX 1");
        for (int start = 0; start < 2; start++) {
            assertThatThrownBy(this::openBoth)
                    .isInstanceOf(MirrorRefused.class)
                    .hasMessageContaining(data(B).resolve("bank").toString())
                    .hasMessageContaining("closed cleanly at position 400")
                    .hasMessageContaining("--accept-lone-copy");
        }
        acceptLoneCopy = true;
        assertThat(openedAt()).isEqualTo(100);
        acceptLoneCopy = false;
        assertThat(openedAt()).isEqualTo(100);
    }

    @Test
    void a_survivor_on_record_starts_alone_and_the_lost_one_does_not() throws IOException {
        anHourAloneOnB(true);
        try (RunningBank bank = openOnly(B)) {
            assertThat(bank.recovered().position()).isEqualTo(400);
        }
        assertThatThrownBy(() -> openOnly(A)).isInstanceOf(MirrorRefused.class);
    }

    /**
     * The operator leaves the acceptance of an earlier start in the configuration. Then the bank continues on B alone,
     * and starts while B is away.
     */
    @Test
    void an_acceptance_lets_one_copy_start_once() throws IOException {
        openBoth().close();
        // The other copy has the same generation.
        loneCopy = lone(B);
        lose(B);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("--accept-lone-copy " + lone(A).number() + " ")
                .hasMessageContaining("not " + loneCopy.number());
        loneCopy = lone(A);
        RunningBank repaired = openBoth();
        run(repaired, 5);
        media.get(A).failing.add("append");
        run(repaired, 5);
        kill(repaired);
        keep(B, "away");
        lose(B);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("transactions acknowledged since then may be missing");
        assertThatThrownBy(() -> openOnly(A)).isInstanceOf(MirrorRefused.class);
        lose(B);
        restore("away", B);
        try (RunningBank both = openBoth()) {
            assertThat(both.recovered().position()).isEqualTo(100);
        }
    }

    @Test
    void a_lone_copy_that_was_accepted_says_so_and_needs_no_flag_again() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        kill(bank);
        assertThatThrownBy(() -> openOnly(B)).isInstanceOf(MirrorRefused.class);
        acceptLoneCopy = true;
        try (RunningBank alone = openOnly(B)) {
            assertThat(state(B)).isEqualTo("ALONE 2");
            run(alone, 5);
        }
        acceptLoneCopy = false;
        openOnly(B).close();
        assertThat(openedAt()).isEqualTo(100);
        assertThat(asides(A)).hasSize(1);
    }

    @Test
    void both_copies_run_alone_are_refused_naming_both_ends() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        kill(bank);
        acceptLoneCopy = true;
        try (RunningBank alone = openOnly(A)) {
            run(alone, 1);
        }
        try (RunningBank alone = openOnly(B)) {
            run(alone, 2);
        }
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("have diverged")
                .hasMessageContaining("position 60 ")
                .hasMessageContaining("position 70 ");
        assertThat(asides(A)).isEmpty();
        assertThat(asides(B)).isEmpty();
    }

    @Test
    void a_copy_that_lacks_the_last_batch_is_healed_by_the_next_epoch_and_not_copied() throws IOException {
        for (int copy : new int[] {A, B}) {
            Totals totals = crashBetweenTheTwoForces(copy, 1);
            try (RunningBank again = openBoth()) {
                assertThat(totals(again)).isEqualTo(totals);
            }
            assertThat(replaced).isEmpty();
            assertThat(asides(copy)).isEmpty();
            acceptLoneCopy = true;
            try (RunningBank alone = openOnly(copy)) {
                assertThat(totals(alone)).isEqualTo(totals);
            }
            acceptLoneCopy = false;
            lose(A);
            lose(B);
        }
    }

    @Test
    void a_copy_that_lacks_more_is_set_aside_and_written_anew() throws IOException {
        Totals totals = crashBetweenTheTwoForces(A, 3);
        try (RunningBank again = openBoth()) {
            assertThat(totals(again)).isEqualTo(totals);
        }
        assertThat(replaced).singleElement().asString().contains(data(A).toString(), "position 50 ");
        assertThat(asides(A)).hasSize(1);
        assertThat(state(A)).isEqualTo(state(B)).isEqualTo("DUPLEX 3");
        openBoth().close();
        assertThat(replaced).hasSize(1);
    }

    /** A power cut takes the last groups from one copy, as if it had not been forced yet. Five groups are on both. */
    private Totals crashBetweenTheTwoForces(int copy, int groupsLost) throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        keep(copy, "before");
        run(bank, groupsLost);
        Totals totals = totals(bank);
        kill(bank);
        restore("before", copy);
        return totals;
    }

    @Test
    void a_batch_that_only_the_lost_copy_kept_was_never_answered_and_goes_aside_with_it() throws IOException {
        crashBetweenTheTwoForces(B, 1);
        record(B).next(MirrorRecord.State.ALONE).write(DiskFolder.open(BankFolders.journal(data(B))));
        try (RunningBank alone = openOnly(B)) {
            run(alone, 3);
        }
        assertThat(openedAt()).isEqualTo(80);
        assertThat(asides(A)).hasSize(1);
    }

    @Test
    void a_lost_copy_with_more_than_one_batch_that_the_survivor_lacks_is_refused() throws IOException {
        crashBetweenTheTwoForces(B, 2);
        record(B).next(MirrorRecord.State.ALONE).write(DiskFolder.open(BankFolders.journal(data(B))));
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("have diverged")
                .hasMessageContaining("position 70 ")
                .hasMessageContaining("position 50 ");
    }

    @Test
    void a_copy_whose_epochs_are_gone_is_not_founded_again_but_written_anew() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        kill(bank);
        openBoth().close();
        try (Stream<Path> entries = Files.list(BankFolders.journal(data(A)))) {
            for (Path path : entries.filter(path -> !path.endsWith("mirror")).toList()) {
                DurableFiles.deleteTree(path);
            }
        }
        acceptLoneCopy = true;
        assertThatThrownBy(() -> openOnly(A))
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("lost its journal");
        acceptLoneCopy = false;
        assertThat(openedAt()).isEqualTo(50);
        assertThat(state(A)).isEqualTo(state(B));
    }

    @Test
    void a_crash_while_the_very_first_epoch_begins_needs_no_flag() throws IOException {
        RunningBank bank = openBoth();
        keep(B, "whole");
        kill(bank);
        restore("whole", B);
        List<Path> epochs;
        try (Stream<Path> entries = Files.list(BankFolders.journal(data(B)))) {
            epochs = entries.filter(path -> !path.endsWith("mirror") && !path.endsWith("lock"))
                    .toList();
        }
        for (Path epoch : epochs) {
            DurableFiles.deleteTree(epoch);
        }
        new MirrorRecord(MirrorRecord.NOT_FOUNDED, record(B).pair(), 1, MirrorRecord.State.DUPLEX, 1, "")
                .write(DiskFolder.open(BankFolders.journal(data(B))));
        assertThat(openedAt()).isZero();
        assertThat(record(A).pair()).isEqualTo(record(B).pair());
        assertThat(state(A)).isEqualTo(state(B));
    }

    @Test
    void a_damaged_copy_is_replaced_from_the_sound_one() throws IOException {
        for (int copy : new int[] {A, B}) {
            RunningBank bank = openBoth();
            run(bank, 10);
            Totals totals = totals(bank);
            kill(bank);
            damage(copy, 1, 5);
            try (RunningBank again = openBoth()) {
                assertThat(totals(again)).isEqualTo(totals);
                run(again, 1);
            }
            assertThat(replaced.remove(0)).contains(data(copy).toString(), "damaged journal");
            assertThat(asides(copy)).hasSize(1);
            openBoth().close();
            assertThat(replaced).isEmpty();
            lose(A);
            lose(B);
        }
    }

    @Test
    void two_damaged_copies_are_refused_naming_both() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 10);
        kill(bank);
        damage(A, 1, 5);
        damage(B, 1, 7);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining(data(A).toString())
                .hasMessageContaining(data(B).toString());
    }

    @Test
    void a_damaged_record_is_never_taken_for_none() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 10);
        kill(bank);
        flipBit(BankFolders.journal(data(A)).resolve("mirror"), 45);
        assertThatThrownBy(() -> openOnly(A)).isInstanceOf(MirrorRefused.class).hasMessageContaining("damaged record");
        assertThatThrownBy(this::openBoth).isInstanceOf(MirrorRefused.class).hasMessageContaining("damaged record");
        acceptLoneCopy = true;
        assertThat(openedAt()).isEqualTo(100);
    }

    @Test
    void a_crash_in_the_middle_of_a_repair_leaves_the_good_copy_and_the_next_start_repairs() throws IOException {
        anHourAloneOnB(true);
        for (int appends : new int[] {0, 1, 5, 30}) {
            media.get(A).appendsLeft = appends;
            assertThatThrownBy(this::openBoth).hasMessageContaining("planted in append of A");
            soundMedia();
            assertThat(asides(A)).isEmpty();
            assertThat(state(B)).isEqualTo("ALONE 2");
        }
        assertThat(names(A, "")).contains("journal-replacement");
        assertThat(openedAt()).isEqualTo(400);
        assertThat(names(A, "")).doesNotContain("journal-replacement");
        assertThat(asides(A)).hasSize(1);
    }

    @Test
    void a_crash_between_the_two_renames_of_a_repair_is_repaired_at_the_next_start() throws IOException {
        anHourAloneOnB(true);
        Files.move(BankFolders.journal(data(A)), data(A).resolve("journal-aside-19700101T000000.000"));
        Files.createDirectories(data(A).resolve("journal-replacement"));
        assertThat(openedAt()).isEqualTo(400);
        assertThat(asides(A)).containsExactly("journal-aside-19700101T000000.000");
    }

    @Test
    void a_crash_between_the_two_records_of_a_repair_needs_no_flag() throws IOException {
        anHourAloneOnB(true);
        keep(B, "alone");
        openBoth().close();
        keep(A, "duplex");
        Files.copy(
                temp.resolve("alone").resolve("journal").resolve("mirror"),
                BankFolders.journal(data(B)).resolve("mirror"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThat(state(A)).isEqualTo("DUPLEX 3");
        assertThat(state(B)).isEqualTo("ALONE 2");
        assertThat(openedAt()).isEqualTo(400);
        assertThat(replaced).hasSize(1);
        assertThat(state(B)).isEqualTo("DUPLEX 3");
    }

    @Test
    void a_bank_that_was_not_mirrored_is_copied_with_its_snapshots_before_it_counts_as_mirrored() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        Totals totals;
        try (RunningBank bank = openOnly(A)) {
            run(bank, 100);
            totals = totals(bank);
        }
        try (RunningBank both = openBoth()) {
            assertThat(totals(both)).isEqualTo(totals);
        }
        assertThat(asides(B)).isEmpty();
        assertThat(state(A)).isEqualTo(state(B)).isEqualTo("DUPLEX 2");
        lose(A);
        acceptLoneCopy = true;
        try (RunningBank alone = openOnly(B)) {
            assertThat(totals(alone)).isEqualTo(totals);
            assertThat(alone.recovered().fromPosition()).isPositive();
        }
    }

    /** Its older epochs and snapshots would be deleted, as those of a copy that was away. */
    @Test
    void a_backup_is_no_mirror_and_is_left_alone() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        try (RunningBank bank = openOnly(A)) {
            run(bank, 100);
        }
        Backup.offline(data(A), data(B), Progress.NONE);
        try (RunningBank bank = openOnly(A)) {
            run(bank, 100);
        }
        for (String name : names(A, "archive").subList(0, 2)) {
            Files.delete(data(A).resolve("archive").resolve(name));
        }
        List<String> archive = names(B, "archive");
        List<String> snapshots = names(B, "snapshots");
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining(data(B) + " has no journal")
                .hasMessageContaining("It may be a backup");
        assertThat(names(B, "archive")).isEqualTo(archive).isNotEmpty();
        assertThat(names(B, "snapshots")).isEqualTo(snapshots);
    }

    @Test
    void a_mirror_of_another_bank_is_refused_and_left_alone() throws IOException {
        openOnly(A).close();
        openOnly(B).close();
        assertThatThrownBy(this::openBoth).isInstanceOf(MirrorRefused.class).hasMessageContaining("holds bank");
        assertThat(asides(A)).isEmpty();
        assertThat(asides(B)).isEmpty();
    }

    @Test
    void a_bank_is_not_its_own_mirror_and_a_mirror_in_use_is_left_alone() throws IOException {
        Files.createDirectories(data(A));
        JournalSettings itself = settings(A).journal().mirroredIn(data(A), OnLoss.STOP);
        assertThatThrownBy(() -> BankFolders.open(settings(A).with(itself), this::accept))
                .isInstanceOf(IllegalArgumentException.class);
        try (RunningBank inUse = openOnly(B)) {
            assertThat(inUse.engine().position()).isZero();
            assertThatThrownBy(this::openBoth).isInstanceOf(IOException.class).hasMessageContaining("in use");
        }
        openOnly(A).close();
    }

    @Test
    void a_snapshot_damaged_in_its_middle_on_one_medium_is_read_from_the_other() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        RunningBank bank = openBoth();
        run(bank, 100);
        Totals totals = totals(bank);
        kill(bank);
        List<String> snapshots = names(A, "snapshots").stream()
                .filter(name -> !name.endsWith(".unfinished"))
                .toList();
        assertThat(snapshots).hasSize(2);
        String newest = snapshots.get(1);
        flipBit(data(A).resolve("snapshots").resolve(newest), 200_000);
        try (RunningBank again = openBoth()) {
            assertThat(totals(again)).isEqualTo(totals);
            assertThat(again.recovered().fromPosition())
                    .isEqualTo(Long.parseLong(newest.substring("snapshot-".length())));
        }
        assertThat(passedOver).singleElement().asString().contains(data(A).toString(), newest, "page 3");
    }

    @Test
    void a_medium_lost_while_a_snapshot_is_written_is_lost_whole_and_the_snapshot_goes_on() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        RunningBank bank = openBoth();
        run(bank, 50);
        // A segment in the making gets its name meanwhile.
        List<String> before = names(A, "journal").stream()
                .filter(name -> !name.startsWith("unfinished"))
                .toList();
        media.get(A).filesFail = true;
        run(bank, 100);
        assertThat(snapshotFailures).isEmpty();
        assertThat(lost).singleElement().asString().contains(data(A).toString(), "planted in a file of A");
        assertThat(state(B)).isEqualTo("ALONE 2");
        assertThat(names(A, "journal"))
                .as("nothing is removed from a lost medium")
                .containsAll(before);
        Totals totals = totals(bank);
        kill(bank);
        try (RunningBank alone = openOnly(B)) {
            assertThat(totals(alone)).isEqualTo(totals);
            assertThat(alone.recovered().fromPosition()).isGreaterThan(1_000);
        }
        // What A holds lies before everything that B still has, so only A's record shows that the bank never
        // continued on A alone.
        assertThat(openedAt()).isEqualTo(1_500);
        assertThat(asides(A)).hasSize(1);
        lose(B);
        acceptLoneCopy = true;
        try (RunningBank alone = openOnly(A)) {
            assertThat(totals(alone)).isEqualTo(totals);
        }
    }

    @Test
    void a_copy_that_was_away_keeps_no_archived_epochs_that_the_other_has_removed_since() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        RunningBank bank = openBoth();
        run(bank, 200);
        media.get(A).filesFail = true;
        run(bank, 100);
        kill(bank);
        // As the bound of its archive would have: what A has ends long before it.
        List<String> old = names(A, "archive");
        for (String name : names(B, "archive")) {
            if (name.compareTo(old.get(old.size() - 1)) <= 0) {
                Files.delete(data(B).resolve("archive").resolve(name));
            }
        }
        Files.delete(data(B).resolve("archive").resolve(names(B, "archive").get(0)));
        try (RunningBank both = openBoth()) {
            assertThat(names(A, "archive")).isEqualTo(names(B, "archive")).isNotEmpty();
            assertThat(names(A, "snapshots")).isEqualTo(names(B, "snapshots"));
            assertThat(Epochs.of(new RetainedEpochs(BankLives.files(both))).positionBefore(0))
                    .isPositive();
        }
    }

    /** An operator may have removed it by mistake: then the other copy's is all that is left of the history. */
    @Test
    void a_copy_that_was_away_keeps_its_archive_where_the_other_has_none() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        try (RunningBank bank = openBoth()) {
            run(bank, 200);
        }
        replayMax = Duration.ofHours(1);
        RunningBank bank = openBoth();
        media.get(A).failing.add("append");
        run(bank, 5);
        kill(bank);
        List<String> old = names(A, "archive");
        for (String name : names(B, "archive")) {
            Files.delete(data(B).resolve("archive").resolve(name));
        }
        try (RunningBank both = openBoth()) {
            assertThat(replaced).hasSize(1);
            assertThat(names(A, "archive")).isEqualTo(old).isNotEmpty();
            assertThat(archivesSetAside).isEmpty();
            assertThat(Epochs.of(new RetainedEpochs(BankLives.files(both))).positionBefore(0))
                    .isZero();
        }
    }

    /** In the middle of one epoch, and at the beginning of another, so that it would not count as one. */
    @Test
    void an_archived_epoch_that_is_damaged_on_one_medium_is_read_from_the_other() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        try (RunningBank bank = openBoth()) {
            run(bank, 200);
        }
        replayMax = Duration.ofHours(1);
        List<String> archived = names(A, "archive");
        assertThat(archived).hasSizeGreaterThan(5);
        try (RunningBank both = openBoth()) {
            Path ofA = data(A).resolve("archive");
            Path ofB = data(B).resolve("archive");
            flipBit(ofA.resolve(archived.get(1)), Files.size(ofA.resolve(archived.get(1))) / 2);
            // One after the other, on both media.
            flipBit(ofA.resolve(archived.get(2)), 60);
            flipBit(ofB.resolve(archived.get(2)), Files.size(ofB.resolve(archived.get(2))) / 2);
            flipBit(ofA.resolve(archived.get(3)), 60);
            try (FileChannel cut = FileChannel.open(ofA.resolve(archived.get(4)), StandardOpenOption.WRITE)) {
                cut.truncate(cut.size() / 2);
            }
            // What cannot be opened, as after an error of the device.
            Files.delete(ofA.resolve(archived.get(5)));
            Files.createDirectory(ofA.resolve(archived.get(5)));
            Path to = Files.createDirectory(temp.resolve("backup"));
            Backup.Result backup = both.backUpInto(DiskFolder.open(to), Progress.NONE);
            assertThat(backup.followsGap()).isFalse();
            assertThat(backup.damages())
                    .anyMatch(line -> line.startsWith(ofA.resolve(archived.get(1)) + " at offset"))
                    .anyMatch(line -> line.startsWith(ofB.resolve(archived.get(2)) + " at offset"))
                    .anyMatch(line -> line.startsWith(ofA.resolve(archived.get(3)) + " at offset"))
                    .anyMatch(line -> line.startsWith(ofA.resolve(archived.get(4)) + " at offset 0 is cut off"))
                    .anyMatch(line -> line.contains(ofA.resolve(archived.get(5)) + ""));
            assertThat(BankAudit.of(to, Progress.NONE).firstFault()).isNull();
            assertThat(BankAudit.of(to, Progress.NONE).transactions()).isEqualTo(2_000);
        }
    }

    @Test
    void a_copy_that_was_away_sets_its_archive_aside_where_it_does_not_lead_to_the_journal_any_more()
            throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        try (RunningBank bank = openBoth()) {
            run(bank, 200);
        }
        List<String> old = names(A, "archive");
        retention = Duration.ZERO;
        RunningBank alone = openBoth();
        media.get(A).filesFail = true;
        run(alone, 100);
        kill(alone);
        assertThat(names(A, "archive")).isEqualTo(old).isNotEmpty();
        assertThat(names(B, "archive")).isEmpty();
        retention = Duration.ofDays(90);
        try (RunningBank both = openBoth()) {
            assertThat(replaced).hasSize(1);
            Epochs retained = Epochs.of(new RetainedEpochs(BankLives.files(both)));
            assertThat(retained.positionBefore(0)).isPositive();
            assertThat(archivesSetAside).hasSize(1);
            String aside = names(A, "").stream()
                    .filter(name -> name.startsWith("archive-aside-"))
                    .findFirst()
                    .orElseThrow();
            assertThat(archivesSetAside.get(0))
                    .contains(data(A).toString(), aside, String.valueOf(retained.positionBefore(0)));
            assertThat(names(A, aside)).isEqualTo(old);
            both.backUpInto(DiskFolder.open(Files.createDirectory(temp.resolve("backup"))), Progress.NONE);
        }
    }

    private void interruptRepairOfB() {
        media.get(B).failing.add("begin");
        assertThatThrownBy(this::openBoth).isInstanceOf(IOException.class).hasMessageContaining("planted");
        soundMedia();
    }

    /** What the repair had copied is no sign of a backup. */
    @Test
    void an_interrupted_repair_is_repeated_after_the_bank_went_on_alone() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        try (RunningBank alone = openOnly(A)) {
            run(alone, 100);
        }
        interruptRepairOfB();
        List<String> copied = names(B, "snapshots");
        assertThat(copied).isNotEmpty();
        try (RunningBank alone = openOnly(A)) {
            run(alone, 100);
        }
        assertThat(names(A, "snapshots")).doesNotContainAnyElementsOf(copied);
        assertThat(openedAt()).isEqualTo(2_000);
        assertThat(names(B, "snapshots")).isEqualTo(names(A, "snapshots"));
    }

    /** The repair leaves its trace on a new mirror. An old copy must not take that mirror for its own. */
    @Test
    void an_old_copy_beside_an_interrupted_repair_is_refused() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        keep(A, "old-a");
        bank.close();
        openBoth().close();
        lose(B);
        loneCopy = lone(A);
        interruptRepairOfB();
        try (RunningBank alone = openOnly(A)) {
            run(alone, 30);
        }
        restore("old-a", A);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("transactions acknowledged since then may be missing");
    }

    @Test
    void the_rest_of_an_interrupted_repair_is_not_taken_for_the_mirror_of_another_bank() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        try (RunningBank alone = openOnly(A)) {
            run(alone, 100);
        }
        interruptRepairOfB();
        List<String> copied = names(B, "snapshots");
        lose(A);
        openOnly(A).close();
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining(data(B).toString())
                .hasMessageContaining("Give the mirror an empty directory");
        assertThat(names(B, "snapshots")).isEqualTo(copied);
    }

    /** The number was not needed, because the other copy came back. */
    @Test
    void an_acceptance_that_was_not_needed_serves_no_later_start() throws IOException {
        openBoth().close();
        loneCopy = lone(A);
        RunningBank bank = openBoth();
        run(bank, 5);
        keep(A, "old-a");
        media.get(A).failing.add("append");
        run(bank, 30);
        bank.close();
        soundMedia();
        lose(B);
        restore("old-a", A);
        assertThatThrownBy(() -> openOnly(A)).isInstanceOf(MirrorRefused.class);
        assertThatThrownBy(this::openBoth).isInstanceOf(MirrorRefused.class);
    }

    /** An image of A from earlier in the same epoch is put back: it has A's newest epoch, and less of it. */
    @Test
    void an_acceptance_serves_no_older_image_of_the_copy() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        keep(A, "image");
        run(bank, 5);
        kill(bank);
        lose(B);
        loneCopy = lone(A);
        RunningBank alone = openOnly(A);
        assertThat(alone.recovered().position()).isEqualTo(100);
        run(alone, 5);
        alone.close();
        restore("image", A);
        assertThatThrownBy(() -> openOnly(A))
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("--accept-lone-copy " + lone(A).number() + " ")
                .hasMessageContaining("not " + loneCopy.number());
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("not " + loneCopy.number());
        loneCopy = lone(A);
        try (RunningBank older = openOnly(A)) {
            assertThat(older.recovered().position()).isEqualTo(50);
        }
    }

    /** Both losses are accepted by what the refusals name, one after the other. */
    @Test
    void a_lone_copy_that_is_damaged_starts_when_both_losses_are_accepted() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        kill(bank);
        lose(B);
        damage(A, 1, 4);
        MirrorRefused first = catchThrowableOfType(MirrorRefused.class, () -> openOnly(A));
        loneCopy = numberIn(first);
        JournalDamage second = catchThrowableOfType(JournalDamage.class, () -> openOnly(A));
        acceptLossAfter = OptionalLong.of(second.lastGoodPosition());
        try (RunningBank alone = openOnly(A)) {
            assertThat(alone.recovered().position()).isEqualTo(second.lastGoodPosition());
        }
    }

    /** The number depends on the newest epoch also where an older one is damaged, so it is another one at each start. */
    @Test
    void an_acceptance_serves_no_older_image_of_a_damaged_copy() throws IOException {
        openBoth().close();
        openBoth().close();
        RunningBank bank = openBoth();
        run(bank, 5);
        keep(A, "image");
        run(bank, 5);
        kill(bank);
        damage(A, 2, 0);
        LoneCopy whole = numberIn(catchThrowableOfType(MirrorRefused.class, () -> openOnly(A)));
        lose(A);
        restore("image", A);
        damage(A, 2, 0);
        assertThat(numberIn(catchThrowableOfType(MirrorRefused.class, () -> openOnly(A))))
                .isNotEqualTo(whole);
    }

    private static LoneCopy numberIn(MirrorRefused refusal) {
        Matcher number = Pattern.compile("--accept-lone-copy (\\d+) ").matcher(String.valueOf(refusal.getMessage()));
        assertThat(number.find()).as("%s", refusal.getMessage()).isTrue();
        return new LoneCopy(Long.parseLong(number.group(1)));
    }

    /** The option to found a bank was left in a start script, and A's record is put back from when it was founded. */
    @Test
    void a_journal_with_transactions_is_never_cleared_for_a_founding() throws IOException {
        RunningBank bank = openBoth();
        BankIdentity identity = bank.identity();
        run(bank, 5);
        kill(bank);
        lose(B);
        Files.delete(data(A).resolve("bank"));
        new BankRecords(List.of(DiskFolder.open(data(A))), 0, MediumLoss.STOP).beginFounding(identity);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("transactions through position 50")
                .hasMessageContaining(data(A).resolve("bank").toString());
        damage(A, 1, 3);
        assertThatThrownBy(this::openBoth).isInstanceOf(FoundingRefused.class).hasMessageContaining("cannot be read");
        damage(A, 1, 3);
        Files.delete(data(A).resolve("bank"));
        loneCopy = lone(A);
        assertThatThrownBy(() -> openOnly(A))
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("is missing or damaged");
        acceptLossAfter = OptionalLong.of(50);
        try (RunningBank again = openOnly(A)) {
            assertThat(again.recovered().position()).isEqualTo(50);
        }
    }

    private long oldestInJournal(int copy) throws IOException {
        try (Journal journal = Medium.DISK.journal(
                DiskFolder.open(BankFolders.journal(data(copy))),
                NO_LOCK,
                settings(copy).journal())) {
            return journal.epochs().get(0);
        }
    }

    /** The numbers of the epochs that are lost with B's journal are used again, and must not be found in its archive. */
    @Test
    void the_archive_of_a_copy_whose_history_was_given_up_is_set_aside() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        RunningBank bank = openBoth();
        run(bank, 100);
        media.get(A).failing.add("append");
        run(bank, 200);
        kill(bank);
        List<String> old = names(B, "archive");
        assertThat(old).hasSizeGreaterThan(names(A, "archive").size());
        damage(B, oldestInJournal(B), 2);
        loneCopy = lone(A);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("damaged journal: it ends at position 1000");
        acceptLossAfter = OptionalLong.of(1_000);
        try (RunningBank both = openBoth()) {
            assertThat(both.recovered().position()).isEqualTo(1_000);
            assertThat(archivesSetAside).singleElement().asString().contains(data(B).toString());
            assertThat(names(B, "archive")).isEqualTo(names(A, "archive"));
            run(both, 200);
            both.backUpInto(DiskFolder.open(Files.createDirectory(temp.resolve("backup"))), Progress.NONE);
        }
        assertThat(names(B, "archive")).isEqualTo(names(A, "archive")).isNotEmpty();
        String aside = names(B, "").stream()
                .filter(name -> name.startsWith("archive-aside-"))
                .findFirst()
                .orElseThrow();
        assertThat(names(B, aside)).isEqualTo(old);
    }

    /** The snapshots that the surviving copy took alone are damaged; those of before are on the other copy only. */
    @Test
    void older_snapshots_of_a_copy_that_returns_are_kept_if_those_of_the_good_copy_are_damaged() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        RunningBank bank = openBoth();
        run(bank, 100);
        media.get(A).filesFail = true;
        run(bank, 100);
        kill(bank);
        List<String> older = names(A, "snapshots").stream()
                .filter(name -> name.matches("snapshot-\\d+"))
                .toList();
        List<String> newer = names(B, "snapshots").stream()
                .filter(name -> name.matches("snapshot-\\d+"))
                .toList();
        assertThat(older).isNotEmpty().doesNotContainAnyElementsOf(newer);
        for (String name : newer) {
            flipBit(data(B).resolve("snapshots").resolve(name), 2 * 65_536 + 100);
        }
        // Without the oldest archived epoch, the bank cannot be recovered without a snapshot.
        for (int copy : new int[] {A, B}) {
            Files.delete(
                    data(copy).resolve("archive").resolve(names(copy, "archive").get(0)));
        }
        try (RunningBank both = openBoth()) {
            assertThat(both.recovered().position()).isEqualTo(2_000);
            assertThat(passedOver).hasSizeGreaterThanOrEqualTo(newer.size());
        }
        assertThat(names(A, "snapshots")).containsAll(older);
    }

    @Test
    void with_stop_a_snapshot_that_failed_on_one_medium_is_taken_again_at_the_same_position() throws IOException {
        onLoss = OnLoss.STOP;
        try (RunningBank bank = openBoth()) {
            run(bank, 5);
            media.get(B).filesFail = true;
            bank.snapshotter().request();
            letSnapshotterWork(bank);
            assertThat(snapshotFailures).hasSize(1);
            media.get(B).filesFail = false;
            CompletableFuture<TakenSnapshot> asked = bank.snapshotter().request();
            for (int turn = 0; turn < 100; turn++) {
                letSnapshotterWork(bank);
            }
            assertThat(snapshotFailures).hasSize(1);
            assertThat(asked).isCompleted();
            assertThat(names(A, "snapshots")).isEqualTo(names(B, "snapshots")).hasSize(1);
        }
    }

    /** Without what a thread is making or deleting at the moment. */
    private List<String> finished(int copy, String folder) throws IOException {
        return names(copy, folder).stream()
                .filter(name -> !name.startsWith("unfinished") && !name.startsWith("deleted"))
                .toList();
    }

    @Test
    void with_stop_a_medium_that_fails_a_snapshot_is_reported_and_nothing_is_removed_from_either() throws IOException {
        onLoss = OnLoss.STOP;
        replayMax = Duration.ofNanos(100_000);
        try (RunningBank bank = openBoth()) {
            run(bank, 50);
            List<String> snapshots = names(A, "snapshots");
            List<String> onA = finished(A, "journal");
            List<String> onB = finished(B, "journal");
            media.get(B).filesFail = true;
            run(bank, 100);
            assertThat(snapshotFailures).isNotEmpty();
            assertThat(bank.engine().stoppedBy()).isNull();
            assertThat(names(A, "journal")).containsAll(onA);
            assertThat(names(B, "journal")).containsAll(onB);
            assertThat(names(A, "snapshots"))
                    .containsAll(snapshots.stream()
                            .filter(name -> !name.endsWith(".unfinished"))
                            .toList());
            media.get(B).filesFail = false;
        }
        assertThat(lost).isEmpty();
    }
}
