package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.backup.Restore;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Clocks;
import org.debitcredit.bank.Preset;
import org.debitcredit.checkpoint.Retention;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.directory.Medium;
import org.debitcredit.directory.StoredBank;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.BankRecordFile;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Epochs;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.mirror.HangLimit;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.OnLoss;
import org.debitcredit.projection.ProjectionOpener;
import org.debitcredit.settings.AcceptedKeys;
import org.debitcredit.settings.AcceptedLoss;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.settings.SpaceSettings;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.workload.DebitCreditWorkload;
import org.jspecify.annotations.Nullable;

/** The lives of a bank in a directory, stepped by hand, and what happens to its files between them. */
public final class BankLives {

    public static final BankScale SCALE = new BankScale(3, 2, 1_000);
    public static final int GROUP = 10;
    public static final int FILL_AHEAD_BYTES = 1 << 18;

    /** No snapshot by itself. */
    public static final Duration SELDOM = Duration.ofSeconds(30);

    /** Of the memory ledger's four million a second: a snapshot starts every 100 transactions. */
    public static final Duration OFTEN = Duration.ofNanos(50_000);

    public final Path data;
    public final List<String> passedOver = new ArrayList<>();
    public JournalKind kind;
    public OptionalLong acceptLossAfter = OptionalLong.empty();
    public OptionalLong acceptKeyLossThrough = OptionalLong.empty();
    public @Nullable LocalDate acceptKeysFrom;
    public boolean acceptLoneCopy;
    public Duration replayMax = SELDOM;
    public Duration retention = Duration.ofDays(90);
    public Duration outageMax = BankSettings.LEDGER_OUTAGE_MAX_DEFAULT;
    public List<? extends Medium> media = List.of(Medium.DISK, Medium.DISK);
    public LedgerOpener ledgers = (identity, progress) -> new MemoryLedger(identity);

    @Nullable
    public ProjectionOpener projection;

    @Nullable
    public Path mirror;

    /** How much longer than the other copy one may take. */
    public Duration forceMax = HangLimit.MAX_DEFAULT;

    public final List<Throwable> projectionStops = new ArrayList<>();
    public final List<Throwable> stops = new ArrayList<>();
    public final List<BankEvent.SnapshotPublished> published = new ArrayList<>();
    /** What was said of the journal's bound, in order. */
    public final List<String> told = new ArrayList<>();

    /** An archive that took too much. */
    public record Cut(long epoch, long restorableFrom) {}

    public final List<Cut> cuts = new ArrayList<>();

    @Nullable
    public String stuck;

    public SpaceSettings space = SpaceSettings.CHOSEN;
    public final List<Throwable> snapshotFailures = new CopyOnWriteArrayList<>();
    public Runnable whenSnapshotFails = () -> {};
    public Runnable whenCallbackFails = () -> {};
    public Runnable whenJournalStaysFull = () -> {};
    public int keyWindow = 50;
    public long clockMicros = 1_700_000_000_000_000L;
    public Clocks clocks = Clocks.neverSet(() -> clockMicros);
    /** Transactions of a group. */
    public int group = GROUP;
    /** Number of the first key; another for clients of another server. */
    public long firstKey;

    private final DebitCreditWorkload workload = new DebitCreditWorkload(SCALE, Preset.GRAY2005, 1);
    private final List<TransactionKey> keys = new ArrayList<>();
    private long keyMillis;

    public BankLives(Path data, JournalKind kind) {
        this.data = data;
        this.kind = kind;
    }

    public BankSettings settings() throws IOException {
        JournalSettings journal = new JournalSettings(kind, 1 << 20, FILL_AHEAD_BYTES, acceptLossAfter)
                        .accepting(new AcceptedLoss(acceptLossAfter, acceptKeyLossThrough))
                        .accepting(acceptKeysFrom == null ? null : new AcceptedKeys(acceptKeysFrom))
                        .accepting(acceptLoneCopy ? LoneCopy.ANY : LoneCopy.NONE)
                        .with(space)
                        .toBuilder()
                        .mirrorForceMax(forceMax)
                        .build();
        return BankSettings.builder(data, SCALE, Currency.getInstance("USD"))
                .keyWindow(keyWindow)
                .journal(mirror == null ? journal : journal.mirroredIn(mirror, OnLoss.STOP))
                .snapshots(new SnapshotSettings(replayMax, retention))
                .ledgerOutageMax(outageMax)
                .projection(projection)
                .clocks(clocks)
                .founds(BankFolders.isEmpty(data))
                .build();
    }

    public RunningBank recover() throws IOException {
        BankSettings settings = settings();
        return RunningBank.recover(
                BankFolders.open(settings, this::accept, media), settings, ledgers, this::accept, Progress.NONE);
    }

    private void accept(BankEvent event) {
        if (event instanceof BankEvent.SnapshotPassedOver passed) {
            passedOver.add(passed.reason());
        } else if (event instanceof BankEvent.SnapshotPublished snapshot) {
            published.add(snapshot);
        } else if (event instanceof BankEvent.JournalFull) {
            told.add("full");
        } else if (event instanceof BankEvent.JournalHasRoom) {
            told.add("room");
        } else if (event instanceof BankEvent.ArchiveCut cut) {
            cuts.add(new Cut(cut.epoch(), cut.restorableFrom()));
        } else if (event instanceof BankEvent.JournalStaysFull full) {
            stuck = full.why();
            whenJournalStaysFull.run();
        } else if (event instanceof BankEvent.SnapshotFailed failed) {
            snapshotFailures.add(failed.cause());
            whenSnapshotFails.run();
        } else if (event instanceof BankEvent.CallbackFailed) {
            whenCallbackFails.run();
        } else if (event instanceof BankEvent.ProjectionStopped stopped) {
            projectionStops.add(stopped.cause());
        } else if (event instanceof BankEvent.WriterStopped stopped) {
            stops.add(stopped.cause());
        }
    }

    /** A life that ends in order. */
    public BankLives live(int groups) throws IOException {
        try (RunningBank bank = recover()) {
            run(bank, groups);
        }
        return this;
    }

    /** Groups of {@value #GROUP} transactions a second apart, each followed by what the snapshots have to do. */
    public void run(RunningBank bank, int groups) {
        for (int group = 0; group < groups; group++) {
            assertThat(group(bank)).as("stopped by %s", stops).isInstanceOf(Outcome.Committed.class);
        }
    }

    /** One group; answers what became of its last. */
    public Outcome group(RunningBank bank) {
        Outcome outcome = submit(bank);
        clockMicros += 1_000_000;
        stepAll(bank);
        assertThat(snapshotFailures).isEmpty();
        return outcome;
    }

    /** What the snapshots have to do now. */
    public static void stepAll(RunningBank bank) {
        while (bank.snapshotter().step() || bank.engine().step()) {
            continue;
        }
    }

    /** Groups a second apart, and nothing else, until the journal has so many bytes. */
    public void fill(RunningBank bank, long bytes) {
        while (bank.journalBytes() < bytes) {
            assertThat(submit(bank)).isInstanceOf(Outcome.Committed.class);
            tick(1_000_000);
        }
    }

    /** One group, and nothing else; answers what became of its last. */
    public Outcome submit(RunningBank bank) {
        BatchSubmission submission = submission(group);
        assertThat(bank.engine().offer(submission)).isEqualTo(TransactionEngine.Intake.TAKEN);
        bank.engine().step();
        return submission.outcome(group - 1);
    }

    /** Leaves a group waiting, if it is taken. */
    public TransactionEngine.Intake offer(RunningBank bank) {
        return bank.engine().offer(submission(group));
    }

    /** Leaves a single transaction waiting, if it is taken. */
    public TransactionEngine.Intake offerSingle(RunningBank bank) {
        return bank.engine().offer(submission(1));
    }

    private BatchSubmission submission(int size) {
        RequestColumns requests = new RequestColumns(size);
        for (int i = 0; i < size; i++) {
            requests.add(workload.next(), nextKey());
        }
        return new BatchSubmission(requests, answered -> {});
    }

    /** Lets time pass. */
    public void tick(long micros) {
        clockMicros += micros;
    }

    /** The time in keys continues to increase even if the clock is set back. */
    private TransactionKey nextKey() {
        keyMillis = Math.max(clockMicros / 1_000, keyMillis + 1);
        TransactionKey key = NumberedKeys.key(keyMillis, firstKey + keys.size());
        keys.add(key);
        return key;
    }

    /** Goes on where another process of this class ended, a second after its last group. */
    public void continueAfter(List<TransactionKey> sent) {
        keys.addAll(sent);
        clockMicros += (long) sent.size() / GROUP * 1_000_000;
    }

    /** This bank as it was at a position, restored into another directory under another key window. */
    public BankLives restored(Path to, long position, int window) throws IOException {
        BankSettings settings = BankSettings.of(to, SCALE, Currency.getInstance("USD"))
                .with(new JournalSettings(kind, 1 << 20, FILL_AHEAD_BYTES, OptionalLong.empty()))
                .withKeyWindow(window);
        Restore.restore(data, OptionalLong.of(position), settings, Progress.NONE);
        BankLives restored = new BankLives(to, kind);
        restored.keyWindow = window;
        restored.clockMicros = clockMicros;
        restored.keys.addAll(keys);
        return restored;
    }

    /** The key of a transaction, counted from 0. */
    public TransactionKey key(int transaction) {
        return keys.get(transaction);
    }

    public static Totals totals(RunningBank bank) {
        Inquiry.Sums sums = new Inquiry.Sums(answered -> {});
        bank.engine().submit(sums);
        bank.engine().step();
        return sums.totals();
    }

    /** What the bank says of the key of a transaction, counted from 0. */
    public KeyStatus status(RunningBank bank, long key) {
        Inquiry.Key inquiry = new Inquiry.Key(keys.get((int) key), answered -> {});
        bank.engine().submit(inquiry);
        bank.engine().step();
        return inquiry.status();
    }

    public BankAudit.Finding audit() throws IOException {
        return BankAudit.of(data, Progress.NONE);
    }

    /** The place of a document. */
    public record Spot(Path file, long offset) {}

    /** Place of a document, counted from 1, of an epoch; the last one is 0. */
    public Spot spot(long epoch, int document) throws IOException {
        try (StoredBank stored = StoredBank.open(data);
                DocumentSource source = stored.epochs().read(epoch)) {
            int found = 0;
            while ((document == 0 || found < document) && source.next() != null) {
                found++;
            }
            assertThat(document == 0 || found == document)
                    .as("epoch %d has %d documents", epoch, found)
                    .isTrue();
            String[] place = source.place().split(" at offset ");
            return new Spot(Path.of(place[0]), Long.parseLong(place[1]));
        }
    }

    public void flip(Spot document, int at) {
        flip(document.file(), document.offset() + at);
    }

    public static void flip(Path file, long at) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            assertThat(channel.read(one, at)).isEqualTo(1);
            channel.write(one.put(0, (byte) (one.get(0) ^ 0x10)).flip(), at);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void zero(Path file, long at, int length) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(length), at);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void truncate(Path file, long length) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes the newest entry out of the bank's record: that the journal was closed cleanly. */
    public void forgetThatItWasClosed() throws IOException {
        BankRecord newest = Objects.requireNonNull(BankRecordFile.read(DiskFolder.open(data)));
        assertThat(newest.isClosed()).isTrue();
        zero(data.resolve(BankRecordFile.NAME), newest.generation() % 2 * 4_096, 100);
    }

    /** Names in one of the bank's directories, sorted. */
    public List<String> names(String folder) throws IOException {
        try (Stream<Path> entries = Files.list(data.resolve(folder))) {
            return entries.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    /** As if an epoch had never been: its directory is gone; its segments are as they were made. */
    public void loseAsIfNeverWritten(long epoch) throws IOException {
        if (kind == JournalKind.CHRONICLE) {
            delete(data.resolve(String.format("journal/epoch-%06d", epoch)));
        } else {
            Path segment = spot(epoch, 1).file();
            Files.write(segment, new byte[(int) Files.size(segment)]);
        }
    }

    /** Position that the name of a snapshot tells. */
    public static long positionOf(Path snapshot) {
        return Long.parseLong(snapshot.getFileName().toString().substring("snapshot-".length()));
    }

    /** Position that an epoch continues. */
    public long positionBefore(long epoch) throws IOException {
        try (StoredBank stored = StoredBank.open(data)) {
            Epochs epochs = Epochs.of(stored.epochs());
            for (int index = 0; index < epochs.size(); index++) {
                if (epochs.number(index) == epoch) {
                    return epochs.positionBefore(index);
                }
            }
        }
        throw new IllegalArgumentException("no epoch " + epoch);
    }

    /** What epochs the journal and the archive hold. */
    public List<Long> epochs() throws IOException {
        try (StoredBank stored = StoredBank.open(data)) {
            return stored.epochs().epochs();
        }
    }

    /** Copies the files that exist at the moment. A running bank creates, renames and deletes files meanwhile. */
    public static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Files.createDirectories(to.resolve(from.relativize(directory)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.endsWith("unfinished-segment")) {
                    try {
                        copySparsely(file, to.resolve(from.relativize(file)));
                    } catch (NoSuchFileException e) {
                        return FileVisitResult.CONTINUE;
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException reason) throws IOException {
                if (reason instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw reason;
            }
        });
    }

    /** Chronicle's files are long, and hold next to nothing but zeros. */
    private static void copySparsely(Path from, Path to) throws IOException {
        try (FileChannel source = FileChannel.open(from, StandardOpenOption.READ);
                RandomAccessFile copy = new RandomAccessFile(to.toFile(), "rw")) {
            ByteBuffer chunk = ByteBuffer.allocate(1 << 18);
            ByteBuffer zeros = ByteBuffer.allocate(1 << 18);
            copy.setLength(source.size());
            for (long at = 0; source.read(chunk.clear(), at) > 0; at += chunk.limit()) {
                chunk.flip();
                if (chunk.mismatch(zeros.slice(0, chunk.limit())) >= 0) {
                    copy.seek(at);
                    copy.write(chunk.array(), 0, chunk.limit());
                }
            }
        }
    }

    public static void delete(Path path) throws IOException {
        try (Stream<Path> paths = Files.walk(path)) {
            for (Path each : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** The files that a running bank keeps. */
    public static Retention retention(RunningBank bank) {
        return bank.retention();
    }

    /** Where a running bank's files are. */
    public static BankFiles files(RunningBank bank) {
        return bank.files();
    }
}
