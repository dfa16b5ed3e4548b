package org.debitcredit.recovery;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.debitcredit.backup.Backup;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.Clocks;
import org.debitcredit.checkpoint.JournalBound;
import org.debitcredit.checkpoint.RetainedEpochs;
import org.debitcredit.checkpoint.Retention;
import org.debitcredit.checkpoint.RetentionHolds;
import org.debitcredit.checkpoint.Snapshotter;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.directory.DiskSpace;
import org.debitcredit.directory.Medium;
import org.debitcredit.engine.BankClock;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.follow.DurableSignal;
import org.debitcredit.follow.PostingsFeed;
import org.debitcredit.founding.FoundingRefused;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.Statements;
import org.debitcredit.ledger.SumsCheck;
import org.debitcredit.projection.Projection;
import org.debitcredit.projection.ProjectionOpener;
import org.debitcredit.settings.AcceptedKeys;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.MediumWatch;
import org.jspecify.annotations.Nullable;

/**
 * A bank that was opened and recovered from its files: its engine and its snapshots. {@link #start} starts their
 * threads. Without it, a test or a simulator steps them by hand.
 */
public final class RunningBank implements AutoCloseable {

    private final BankIdentity identity;
    private final BankSettings settings;
    private final Recovered recovered;
    private final BankClock clock;
    private final BankFiles files;
    private final Ledger ledger;
    /** The same ledger if it may have to wait for its database; otherwise null. */
    private final @Nullable ResumingLedger resuming;

    private final TransactionEngine engine;
    private final Retention retention;
    private final Snapshotter snapshotter;
    private final JournalBound bound;
    private final DiskSpace space;
    private final @Nullable Projection projection;
    private final PostingsFeed postings;

    private final OwnershipWatch ownership;

    private @Nullable Thread snapshots;
    private @Nullable Thread watching;
    private @Nullable Thread projecting;

    /**
     * What recovery found.
     *
     * @param position of the last transaction
     * @param fromPosition start of the snapshot that the ledger was filled from; 0 without one
     * @param endedInOrder whether the previous server stopped cleanly
     * @param documentsCut incomplete documents that were cut off at the end: unacknowledged, or damaged
     * @param latestKeyMillis highest time of any key that was executed, as far as that is known; milliseconds since
     *     1970
     */
    public record Recovered(
            long position, long fromPosition, boolean endedInOrder, int documentsCut, long latestKeyMillis) {}

    private RunningBank(
            BankIdentity identity,
            BankSettings settings,
            Recovered recovered,
            BankClock clock,
            BankFiles files,
            Ledger ledger,
            @Nullable ResumingLedger resuming,
            TransactionEngine engine,
            Retention retention,
            Snapshotter snapshotter,
            JournalBound bound,
            DiskSpace space,
            @Nullable Projection projection,
            PostingsFeed postings,
            Consumer<BankEvent> events) {
        this.identity = identity;
        this.settings = settings;
        this.recovered = recovered;
        this.clock = clock;
        this.files = files;
        this.ledger = ledger;
        this.resuming = resuming;
        this.engine = engine;
        this.retention = retention;
        this.snapshotter = snapshotter;
        this.bound = bound;
        this.space = space;
        this.projection = projection;
        this.postings = postings;
        this.ownership = new OwnershipWatch(engine::submit, events);
    }

    /**
     * Opens the bank in a data directory, or founds it if the settings say so, and starts it.
     *
     * @throws FoundingRefused if there is no bank, or if one is to be founded where there is or was one
     * @throws IOException when the directory cannot be used: not writable, full, or in use by another server
     * @throws IllegalArgumentException if the bank in it differs from the requested one; the message names both
     * @throws org.debitcredit.journal.JournalDamage when something acknowledged may be missing
     * @throws IllegalStateException when nothing of what is left reaches from the founding to the journal's end, the
     *     copies of a mirrored bank do not show which of them does, or the sums of a database differ
     * @throws org.debitcredit.storage.MediumHangs if a medium does not respond
     */
    public static RunningBank open(
            BankSettings settings, LedgerOpener opener, Consumer<BankEvent> events, Progress progress)
            throws IOException {
        return open(settings, new MediumWatch(), opener, events, progress);
    }

    /**
     * The same with a different watch.
     *
     * @param watch in which all accesses of the start take part
     */
    static RunningBank open(
            BankSettings settings,
            MediumWatch watch,
            LedgerOpener opener,
            Consumer<BankEvent> events,
            Progress progress)
            throws IOException {
        Medium disk = Medium.watched(watch);
        RunningBank bank = BoundedStart.of(settings.journal(), settings.clocks())
                .run(
                        watch,
                        () -> recover(
                                BankFolders.open(settings, events, List.of(disk, disk)),
                                settings,
                                opener,
                                events,
                                progress));
        bank.start();
        return bank;
    }

    /** Brings a bank up to date from its files, and closes them if that fails. */
    public static RunningBank recover(
            BankFiles files, BankSettings settings, LedgerOpener opener, Consumer<BankEvent> events, Progress progress)
            throws IOException {
        Ledger ledger = null;
        try {
            LossOfKeys lossOfKeys = new LossOfKeys(files, settings, opener, progress);
            RecoverySource source = lossOfKeys.source();
            BankIdentity identity;
            DiskSpace space;
            Recovery.Result found;
            try {
                identity = Identification.of(files, settings, source);
                space = DiskSpace.conclude(files, settings, identity.scale());
                found = new Recovery(files, settings, source, opener, events, progress).recover(identity);
            } catch (JournalDamage damage) {
                throw lossOfKeys.refusal(damage);
            }
            ledger = found.ledger();
            if (ledger.isPersistent()) {
                SumsCheck.require(
                        ledger, "the ledger", seconds -> progress.at("adding up the ledger, seconds", seconds, 0));
            }
            JournalTail tail = found.tail();
            BankClock clock = new BankClock(settings.clocks(), tail.timestampMicros());
            AcceptedKeys acceptedKeys = settings.journal().acceptedKeys();
            long systemMicros = settings.clocks().wallMicros().getAsLong();
            if (acceptedKeys != null
                    && acceptedKeys.isFor(
                            Instant.EPOCH.plus(systemMicros, ChronoUnit.MICROS),
                            Instant.ofEpochMilli(
                                    Math.max(0, found.keys().horizonOfAll().latestMillis())))) {
                found.keys().lower(TimeUnit.MICROSECONDS.toMillis(systemMicros), tail.position());
            }
            JournalWriter writer = new NewEpoch(files, identity, source, found).begin(settings, space, clock.micros());
            if (settings.journal().space().isMadeAhead()) {
                makeAhead(files.journal(), space, settings.journal(), progress);
            }
            Snapshot snapshot = found.snapshot();
            Retention retention = new Retention(
                    files,
                    settings,
                    space,
                    sinceEnd(found.tail(), clock, settings.clocks()),
                    snapshot == null ? List.of() : List.of(snapshot),
                    events);
            ResumingLedger resuming = null;
            if (ledger.isPersistent()) {
                resuming = new ResumingLedger(
                        ledger,
                        () -> opener.open(identity, Progress.NONE),
                        files,
                        retention,
                        RetryPolicy.of(settings.ledgerOutageMax()),
                        events);
                ledger = resuming;
                // From now on, any other server that writes to this database is at another epoch, and is fenced out.
                ledger.commit(writer.logPosition());
            }
            Ledger kept = ledger;
            kept.whenHistoryIsCut(
                    fromPosition -> events.accept(new BankEvent.HistoryCut(kept.historyRows(), fromPosition)));
            JournalBound bound = new JournalBound(files.journal()::bytes, space.journalBytesMax(), events);
            TransactionEngine engine =
                    new TransactionEngine(ledger, writer, found.keys(), clock, events, settings.engine(), bound);
            long from = snapshot == null ? 0 : snapshot.start().position();
            Snapshotter snapshotter = new Snapshotter(
                    identity,
                    ledger,
                    engine,
                    files,
                    retention,
                    bound,
                    settings.clocks().monotonicNanos(),
                    settings.snapshots().intervalTransactions(ledger.redoPerSecond()),
                    from,
                    events);
            Projection projection = null;
            ProjectionOpener projectionOpener = settings.projection();
            if (projectionOpener != null) {
                projection = new Projection(
                        identity,
                        projectionOpener,
                        files.liveEpochs(),
                        new RetainedEpochs(files),
                        files.snapshots(),
                        engine::position,
                        settings.clocks().monotonicNanos(),
                        events);
                retention.keepFor(projection);
                projection.open(
                        (done, total) -> progress.at("filling the projection, accounts", done, total),
                        seconds -> progress.at("adding up the projection, seconds", seconds, 0));
            }
            Recovered recovered = new Recovered(
                    tail.position(),
                    from,
                    tail.endedInOrder(),
                    tail.documentsCut(),
                    found.keys().horizonOfAll().latestMillis());
            return new RunningBank(
                    identity,
                    settings,
                    recovered,
                    clock,
                    files,
                    ledger,
                    resuming,
                    engine,
                    retention,
                    snapshotter,
                    bound,
                    space,
                    projection,
                    new PostingsFeed(
                            identity,
                            files.liveEpochs(),
                            new RetainedEpochs(files),
                            new DurableSignal(engine::position, engine::whenDurable)),
                    events);
        } catch (IOException | RuntimeException | Error e) {
            Closeables.close(e, files, ledger);
            throw e;
        }
    }

    /**
     * The time by which history expires, microseconds since 1970: the earliest of the system's time, the bank's, and
     * the journal's end plus what has passed since this start. Otherwise a server whose clock was set wrong while it
     * was down would delete its whole archive, now or at the next start, when the clock is right and the journal's time
     * is not.
     */
    private static LongSupplier sinceEnd(JournalTail tail, BankClock clock, Clocks clocks) {
        long startNanos = clocks.monotonicNanos().getAsLong();
        return () -> {
            long now = Math.min(clock.micros(), clocks.wallMicros().getAsLong());
            long passedMicros = (clocks.monotonicNanos().getAsLong() - startNanos) / 1_000;
            return tail.identity() == null ? now : Math.min(now, tail.timestampMicros() + passedMicros);
        };
    }

    /**
     * Creates files for the size that the journal has before snapshots free some of it. From then on its files are
     * reused.
     */
    private static void makeAhead(Journal journal, DiskSpace space, JournalSettings settings, Progress progress)
            throws IOException {
        long quarter = space.journalBytesMax() / 4;
        progress.at("creating the journal's files in advance, MB", 0, 3 * quarter >> 20);
        journal.makeAhead(3 * quarter, space.epochBytes(settings));
        progress.at("creating the journal's files in advance, MB", 3 * quarter >> 20, 3 * quarter >> 20);
    }

    /** Gives the writer, the snapshots and the projection their threads. */
    public void start() {
        engine.start();
        snapshots = start(snapshotter, "bank-snapshot");
        watching = start(ownership, "bank-ownership");
        if (projection != null) {
            projecting = start(projection, "bank-projection");
        }
    }

    private static Thread start(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    public BankIdentity identity() {
        return identity;
    }

    public BankSettings settings() {
        return settings;
    }

    public Recovered recovered() {
        return recovered;
    }

    /** The bank's time. */
    public BankClock clock() {
        return clock;
    }

    public TransactionEngine engine() {
        return engine;
    }

    public Snapshotter snapshotter() {
        return snapshotter;
    }

    /**
     * Statements of the accounts: from a ledger that outlives this process, else from the projection, else from what
     * history the ledger has; null where it has none.
     */
    public @Nullable Statements statements() {
        return projection == null || ledger.isPersistent() ? ledger.statements() : projection;
    }

    /** See {@link Ledger#historyRows}. */
    public long historyRows() {
        return ledger.historyRows();
    }

    Retention retention() {
        return retention;
    }

    BankFiles files() {
        return files;
    }

    /** How much of its disk the bank may take. */
    public DiskSpace space() {
        return space;
    }

    /** Bytes that the journal takes. */
    public long journalBytes() {
        return bound.bytes();
    }

    /** Number of the journal's live epochs. This lists directories, so it may block as long as their disk does. */
    public int epochs() throws IOException {
        return files.liveEpochs().epochs().size();
    }

    /**
     * How long the redo of the journal after a position is estimated to take, in seconds; 0 if the ledger outlives the
     * process, because then at most the last groups are redone.
     *
     * @param position at which the newest snapshot starts
     */
    public double redoSeconds(long position) {
        return ledger.isPersistent() ? 0 : (double) (engine.position() - position) / ledger.redoPerSecond();
    }

    /** Follows the journal into a database; null for none. */
    public @Nullable Projection projection() {
        return projection;
    }

    /** The durable transactions, for readers that follow them. */
    public PostingsFeed postings() {
        return postings;
    }

    /**
     * Takes a backup while the bank works: a new snapshot, and every epoch that is retained, up to the durable
     * position. This takes as long as reading all of it; the bank keeps running meanwhile.
     *
     * @param to directory of the backup; must not exist
     */
    public Backup.Result backup(Path to, Progress progress) throws IOException {
        Backup.deleteLeftovers(to);
        try {
            snapshotter.request().join();
        } catch (CompletionException e) {
            throw new IOException("the backup's snapshot failed: " + e.getCause(), e);
        }
        try (RetentionHolds.Hold hold = retention.holds().beginBackup()) {
            return Backup.copy(new RetainedEpochs(files), files.snapshots(), engine.position(), to, hold, progress);
        }
    }

    /**
     * The second part of {@link #backup}, once its snapshot is taken, into an empty folder on any medium.
     *
     * @param empty folder; the caller creates it and makes its name durable
     */
    public Backup.Result backUpInto(Folder folder, Progress progress) throws IOException {
        try (RetentionHolds.Hold hold = retention.holds().beginBackup()) {
            return Backup.copyInto(
                    new RetainedEpochs(files), files.snapshots(), engine.position(), folder, hold, progress);
        }
    }

    /**
     * Stops the intake, completes all accepted commands, writes the end record, and closes everything. The projection
     * is waited for last, because its database may not answer.
     */
    @Override
    public void close() throws IOException {
        if (resuming != null) {
            resuming.giveUp();
        }
        snapshotter.close();
        ownership.close();
        engine.close();
        join(snapshots, snapshotter);
        retention.awaitEnd();
        join(watching, ownership);
        try (ledger;
                files) {
            try {
                if (engine.stoppedBy() == null) {
                    engine.endJournal();
                }
            } finally {
                closeProjection();
            }
        }
    }

    private void closeProjection() {
        if (projection != null) {
            projection.close();
            join(projecting, projection);
        }
    }

    /** Waits for the end of a task that was asked to end. A task without a thread is ended here. */
    private static void join(@Nullable Thread thread, Runnable work) {
        if (thread == null) {
            work.run();
            return;
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
