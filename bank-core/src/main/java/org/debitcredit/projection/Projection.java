package org.debitcredit.projection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalFollower;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.ledger.AccountStatement;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.ledger.StatementCursor;
import org.debitcredit.ledger.Statements;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotDamage;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.Failed;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Follows the durable journal and redoes it into a SQL ledger of its own, many documents in one database transaction.
 * Where it stands is in that database, written with what it has taken: after any crash of either it goes on there, and
 * everything is taken once. {@link #step} is one piece of work, for whoever drives it; {@link #run} drives it until closed.
 *
 * <p>A new projection of a bank whose journal and archive no longer reach back to the founding begins with a snapshot;
 * statements say from where on there is history.
 */
public final class Projection implements Runnable, Statements, AutoCloseable {

    /** Transactions from which on a database transaction takes no further document. */
    private static final int TAKEN_AT_ONCE = 10_000;

    /** Between two times that the database is asked to make everything durable. */
    private static final long CONFIRM_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final BankIdentity identity;
    private final ProjectionOpener opener;
    private final JournalSource history;
    private final SnapshotStore snapshots;
    private final LongSupplier durablePosition;
    private final LongSupplier nanos;
    private final ProjectionObserver observer;

    /** Before that the balances may be a snapshot's, of no one position. */
    private final long soundFrom;

    private volatile @Nullable SqlLedger ledger;
    private @Nullable JournalFollower follower;
    private volatile @Nullable Mark durableMark;
    private volatile long position;
    private volatile boolean closed;
    private boolean stopped;
    private long confirmAt;
    private long retryAt;

    /**
     * @param history every epoch that is kept, archived ones too
     * @param snapshots to begin with one where the history does not reach back to the founding
     * @param durablePosition of the last durable transaction
     * @param nanos the clock
     */
    public Projection(
            BankIdentity identity,
            ProjectionOpener opener,
            JournalSource history,
            SnapshotStore snapshots,
            LongSupplier durablePosition,
            LongSupplier nanos,
            ProjectionObserver observer) {
        this.identity = identity;
        this.opener = opener;
        this.history = history;
        this.snapshots = snapshots;
        this.durablePosition = durablePosition;
        this.nanos = nanos;
        this.observer = observer;
        this.soundFrom = durablePosition.getAsLong();
        this.confirmAt = nanos.getAsLong() + CONFIRM_NANOS;
    }

    /**
     * Opens the database for the first time; one that is away is waited for later.
     *
     * @throws IllegalStateException if it is not of this bank, or stands where the journal never was
     */
    public void open(PopulateProgress progress) throws IOException {
        try {
            resume(progress);
        } catch (LedgerUnavailable e) {
            lose(e);
        }
    }

    private void resume(PopulateProgress progress) throws IOException {
        SqlLedger opened = opener.open(identity, progress);
        try {
            follower = follow(opened);
        } catch (IOException | RuntimeException e) {
            Failed.close(e, opened);
            throw e;
        }
        position = opened.mark().position();
        durableMark = opened.durableMark();
        ledger = opened;
    }

    private JournalFollower follow(SqlLedger opened) throws IOException {
        Mark found = opened.mark();
        JournalFollower here = JournalFollower.at(history, found);
        if (here == null && found.equals(Mark.founding(found.bank()))) {
            here = beginWithSnapshot(opened);
        }
        if (here == null) {
            Epochs epochs = Epochs.of(history);
            throw new IllegalStateException("the projection stands at " + found + "; the journal, which "
                    + epochs.range() + " and ends at position " + durablePosition.getAsLong()
                    + ", does not hold that point: give it an empty database");
        }
        return here;
    }

    /** The oldest snapshot that fits: the most of the history. */
    private @Nullable JournalFollower beginWithSnapshot(SqlLedger empty) throws IOException {
        List<Snapshot> newestFirst = snapshots.newestFirst(damage -> {});
        for (int i = newestFirst.size() - 1; i >= 0; i--) {
            Snapshot snapshot = newestFirst.get(i);
            JournalFollower behind = JournalFollower.at(history, snapshot.start());
            if (behind != null) {
                try {
                    snapshot.verify((done, total) -> {});
                    snapshot.loadInto(empty, (done, total) -> {});
                    return behind;
                } catch (SnapshotDamage damage) {
                    behind.close();
                }
            }
        }
        return null;
    }

    /** One piece of work; answers whether there may be more at once. */
    public boolean step() {
        if (stopped) {
            return false;
        }
        try {
            SqlLedger open = ledger;
            if (open != null) {
                return take(open);
            }
            if (nanos.getAsLong() - retryAt < 0) {
                return false;
            }
            resume(PopulateProgress.NONE);
            observer.projectionResumed();
            return true;
        } catch (LedgerUnavailable e) {
            lose(e);
        } catch (IOException | RuntimeException e) {
            stopped = true;
            release(e);
            observer.projectionStopped(e);
        }
        return false;
    }

    private boolean take(SqlLedger open) throws IOException {
        JournalFollower journal = follower;
        if (journal == null) {
            throw new IllegalStateException("nothing is followed");
        }
        long durable = durablePosition.getAsLong();
        List<TransactionBatch> batches = new ArrayList<>();
        int rows = 0;
        while (rows < TAKEN_AT_ONCE) {
            TransactionBatch batch = journal.next(durable);
            if (batch == null) {
                break;
            }
            batches.add(batch);
            rows += batch.size();
        }
        if (!batches.isEmpty()) {
            open.redo(batches, 0, journal.mark());
            position = journal.mark().position();
        }
        if (nanos.getAsLong() - confirmAt >= 0) {
            confirmAt = nanos.getAsLong() + CONFIRM_NANOS;
            durableMark = open.durableMark();
        }
        return !batches.isEmpty();
    }

    private void lose(LedgerUnavailable cause) {
        boolean isNews = ledger != null || retryAt == 0;
        release(cause);
        retryAt = nanos.getAsLong() + RETRY_NANOS;
        if (isNews) {
            observer.projectionLost(cause);
        }
    }

    /**
     * Gives back what is open.
     *
     * @param reason takes what fails meanwhile
     */
    private void release(Throwable reason) {
        SqlLedger open = ledger;
        ledger = null;
        Failed.close(reason, follower, open);
        follower = null;
    }

    /** How many durable transactions the projection does not have yet. Any thread. */
    public long lag() {
        return Math.max(0, durablePosition.getAsLong() - position);
    }

    /** Up to here the database has everything on its own disk; null while that is not known. Any thread. */
    public @Nullable Mark durableMark() {
        return durableMark;
    }

    @Override
    public AccountStatement latest(long account, Period period, int limit) {
        return statements().latest(account, period, limit);
    }

    @Override
    public AccountStatement further(StatementCursor from, int limit) {
        return statements().further(from, limit);
    }

    private Statements statements() {
        SqlLedger open = ledger;
        if (open == null || position < soundFrom) {
            throw new LedgerUnavailable("the projection is away or catching up with the start");
        }
        return open.statements();
    }

    @Override
    public void run() {
        while (!closed) {
            if (!step()) {
                LockSupport.parkNanos(this, IDLE_NANOS);
            }
        }
        release(new IllegalStateException("the projection was closed"));
    }

    /** Ends {@link #run} after its current step. */
    @Override
    public void close() {
        closed = true;
    }
}
