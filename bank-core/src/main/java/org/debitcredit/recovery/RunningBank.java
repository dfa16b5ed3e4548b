package org.debitcredit.recovery;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.Statements;
import org.debitcredit.ledger.SumsCheck;
import org.debitcredit.projection.Projection;
import org.debitcredit.projection.ProjectionOpener;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.storage.Failed;
import org.jspecify.annotations.Nullable;

/**
 * A bank that was opened and brought up to date from its files: its engine, and beside it the snapshots. {@link #start}
 * gives both their threads; without it a test or a simulator steps them by hand.
 */
public final class RunningBank implements AutoCloseable {

    private final BankIdentity identity;
    private final BankSettings settings;
    private final Recovered recovered;
    private final Media media;
    private final Ledger ledger;
    /** The same, where it is one that may have to wait for its database. */
    private final @Nullable ResumingLedger resuming;

    private final JournalWriter journal;
    private final TransactionEngine engine;
    private final Retention retention;
    private final Snapshotter snapshotter;
    private final @Nullable Projection projection;

    private @Nullable Thread snapshots;
    private @Nullable Thread projecting;

    /**
     * What recovery found.
     *
     * @param position of the last transaction
     * @param fromPosition start of the snapshot that the ledger was filled from; 0 without one
     * @param endedInOrder whether the server before this one stopped in order
     * @param documentsCut documents cut off at the end because they were not whole: unacknowledged, or damaged
     */
    public record Recovered(long position, long fromPosition, boolean endedInOrder, int documentsCut) {}

    private RunningBank(
            BankIdentity identity,
            BankSettings settings,
            Recovered recovered,
            Media media,
            Ledger ledger,
            @Nullable ResumingLedger resuming,
            JournalWriter journal,
            TransactionEngine engine,
            Retention retention,
            Snapshotter snapshotter,
            @Nullable Projection projection) {
        this.identity = identity;
        this.settings = settings;
        this.recovered = recovered;
        this.media = media;
        this.ledger = ledger;
        this.resuming = resuming;
        this.journal = journal;
        this.engine = engine;
        this.retention = retention;
        this.snapshotter = snapshotter;
        this.projection = projection;
    }

    /**
     * Opens the bank in a data directory, founding it where there is none, and starts it.
     *
     * @throws IOException when the directory cannot be used: not writable, full, or in use by another server
     * @throws IllegalArgumentException when the bank in it is not the one asked for; names both
     * @throws org.debitcredit.journal.JournalDamage when something acknowledged may be missing
     * @throws IllegalStateException when nothing of what is left reaches from the founding to the journal's end, the
     *     copies of a mirrored bank do not show which of them does, or the sums of a database differ
     */
    public static RunningBank open(BankSettings settings, LedgerOpener opener, BankObserver observer, Progress progress)
            throws IOException {
        RunningBank bank = recover(
                BankFolders.open(settings.data(), settings.journal(), observer), settings, opener, observer, progress);
        bank.start();
        return bank;
    }

    /** Brings a bank up to date from its files, and closes them if that fails. */
    public static RunningBank recover(
            Media media, BankSettings settings, LedgerOpener opener, BankObserver observer, Progress progress)
            throws IOException {
        Ledger ledger = null;
        try {
            BankIdentity identity = identity(media, settings);
            Recovery.Result found = new Recovery(media, settings, opener, observer, progress).recover(identity);
            ledger = found.ledger();
            if (ledger.isPersistent()) {
                SumsCheck.require(
                        ledger, "the ledger", seconds -> progress.at("adding up the ledger, seconds", seconds, 0));
            }
            JournalTail tail = found.tail();
            JournalWriter writer = JournalWriter.begin(
                    media.journal(),
                    identity,
                    tail,
                    new JournalWriter.Settings(
                            settings.ids(),
                            settings.journal().epochBytes(),
                            settings.engine().groupMax()),
                    settings.clockMicros().getAsLong());
            Snapshot snapshot = found.snapshot();
            Retention retention = new Retention(media, settings, snapshot == null ? List.of() : List.of(snapshot));
            ResumingLedger resuming = null;
            if (ledger.isPersistent()) {
                resuming = new ResumingLedger(
                        ledger,
                        () -> opener.open(identity, Progress.NONE),
                        media.journal(),
                        retention,
                        Patience.of(settings.ledgerOutageMax()),
                        observer);
                ledger = resuming;
                // Whoever else writes to this database stands at another epoch from now on, and is fenced out.
                ledger.commit(writer.mark());
            }
            Ledger kept = ledger;
            kept.whenHistoryIsCut(fromPosition -> observer.historyCut(kept.historyRows(), fromPosition));
            TransactionEngine engine = new TransactionEngine(
                    ledger, writer, found.keys(), settings.clockMicros(), observer, settings.engine());
            long from = snapshot == null ? 0 : snapshot.start().position();
            Snapshotter snapshotter = new Snapshotter(
                    identity,
                    ledger,
                    engine,
                    media,
                    retention,
                    settings.snapshots().intervalTransactions(ledger.redoPerSecond()),
                    from,
                    observer);
            Projection projection = null;
            ProjectionOpener projectionOpener = settings.projection();
            if (projectionOpener != null) {
                projection = new Projection(
                        identity,
                        projectionOpener,
                        media.journal(),
                        new RetainedEpochs(media),
                        media.snapshots(),
                        engine::position,
                        System::nanoTime,
                        observer);
                retention.keepFor(projection::durableMark);
                projection.open(
                        (done, total) -> progress.at("filling the projection, accounts", done, total),
                        seconds -> progress.at("adding up the projection, seconds", seconds, 0));
            }
            Recovered recovered = new Recovered(tail.position(), from, tail.endedInOrder(), tail.documentsCut());
            return new RunningBank(
                    identity,
                    settings,
                    recovered,
                    media,
                    ledger,
                    resuming,
                    writer,
                    engine,
                    retention,
                    snapshotter,
                    projection);
        } catch (IOException | RuntimeException | Error e) {
            Failed.close(e, media, ledger);
            throw e;
        }
    }

    /** The bank that the files hold, or a new one where they hold nothing. */
    private static BankIdentity identity(Media media, BankSettings settings) throws IOException {
        boolean acceptsLoss = settings.journal().acceptLossAfter().isPresent();
        BankIdentity found = epochs(media, acceptsLoss).identity();
        if (found == null) {
            requireNoSnapshots(media, settings);
            return new BankIdentity(settings.ids().get(), settings.scale(), settings.currency());
        }
        if (!found.scale().equals(settings.scale())) {
            throw new IllegalArgumentException("the bank in " + settings.data() + " has " + found.scale()
                    + "; asked for were " + settings.scale());
        }
        if (!found.currency().equals(settings.currency())) {
            throw new IllegalArgumentException("the bank in " + settings.data() + " keeps its money in "
                    + found.currency() + "; asked for was " + settings.currency());
        }
        return found;
    }

    private static Epochs epochs(Media media, boolean acceptsLoss) throws IOException {
        try {
            return Epochs.of(media.journal(), acceptsLoss);
        } catch (JournalDamage missing) {
            throw JournalReader.locate(media.journal(), missing);
        }
    }

    private static void requireNoSnapshots(Media media, BankSettings settings) throws IOException {
        for (Snapshot snapshot : media.snapshots().newestFirst(damage -> {})) {
            throw new IllegalStateException("the bank in " + settings.data() + " has lost its journal: "
                    + snapshot.place() + " stands at " + snapshot.start() + ", but there is no epoch");
        }
    }

    /** Gives the writer, the snapshots and the projection their threads. */
    public void start() {
        engine.start();
        snapshots = start(snapshotter, "bank-snapshot");
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

    public TransactionEngine engine() {
        return engine;
    }

    public Snapshotter snapshotter() {
        return snapshotter;
    }

    /**
     * Statements of the accounts: from a ledger that outlives this process, else from the projection, else from what history
     * the ledger has; null where it has none.
     */
    public @Nullable Statements statements() {
        return projection == null || ledger.isPersistent() ? ledger.statements() : projection;
    }

    /** See {@link Ledger#historyRows}. */
    public long historyRows() {
        return ledger.historyRows();
    }

    /** Follows the journal into a database; null for none. */
    public @Nullable Projection projection() {
        return projection;
    }

    /**
     * Takes a backup while the bank works: a snapshot of now, and every epoch that is retained, up to what is durable.
     * Takes as long as reading all of that does; the bank goes on meanwhile.
     *
     * @param to directory of the backup; must not exist
     */
    public Backup.Result backup(Path to, Progress progress) throws IOException {
        try {
            snapshotter.request().join();
        } catch (CompletionException e) {
            throw new IOException("the backup's snapshot failed: " + e.getCause(), e);
        }
        return retention.keepingAll(
                () -> Backup.copy(new RetainedEpochs(media), media.snapshots(), engine.position(), to, progress));
    }

    /** Stops the intake, carries everyone on board to the end, writes the end record, and closes everything. */
    @Override
    public void close() throws IOException {
        if (resuming != null) {
            resuming.giveUp();
        }
        snapshotter.close();
        engine.close();
        join(snapshots, snapshotter);
        if (projection != null) {
            projection.close();
            join(projecting, projection);
        }
        try (ledger;
                media) {
            if (engine.stoppedBy() == null) {
                journal.end();
            }
        }
    }

    /** Waits for the end of work that was told to end; whoever has no thread ends it here. */
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
