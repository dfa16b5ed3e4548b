package org.debitcredit.projection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.event.BankEvent;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalFollower;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.ledger.AccountStatement;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.ledger.StatementCursor;
import org.debitcredit.ledger.Statements;
import org.debitcredit.ledger.SumsCheck;
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
 * everything is taken once. {@link #step} is one piece of work, for whoever drives it; {@link #run} drives it until
 * closed.
 *
 * <p>A new projection of a bank whose journal and archive no longer reach back to the founding begins with a snapshot;
 * statements say from where on there is history.
 *
 * <p>What cannot be reached, database or journal, is tried again, without an end. A database that is not this bank's,
 * was taken by somebody else, stands where the journal never was, or does not add up when it is first opened ends the
 * projection, and never a bank that works; at the start, where somebody looks, it is refused.
 */
public final class Projection implements Runnable, Statements, AutoCloseable {

    /** Transactions from which on a database transaction takes no further document. */
    private static final int TAKEN_AT_ONCE = 10_000;

    /** Between two times that the database is asked to make everything durable. */
    private static final long CONFIRM_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final String TO_GET_IT_BACK = ". To repair it, restart the bank. If the archive does not hold"
            + " that position either, empty the projection's database first (bank.projection.url); it is then "
            + "refilled from a"
            + " snapshot";

    private final BankIdentity identity;
    private final ProjectionOpener opener;
    private final JournalSource journal;
    private final JournalSource history;
    private final SnapshotStore snapshots;
    private final LongSupplier durablePosition;
    private final LongSupplier nanos;
    private final Consumer<BankEvent> events;

    /** Open and followed into, unless the database is away. */
    private volatile @Nullable SqlLedger ledger;

    private @Nullable JournalFollower follower;
    /** Null while nobody knows from where the journal is needed. */
    private volatile @Nullable Mark durableMark;

    private volatile long position;
    /** Before that the balances may be a snapshot's, of no one position. */
    private volatile long soundFrom;

    private volatile boolean closed;
    private volatile State state = State.AWAY;
    /** Why the journal is kept for it no longer; null while it is. */
    private final AtomicReference<@Nullable LeftBehind> leftBehind = new AtomicReference<>();

    private boolean lossIsKnown;
    private boolean isAddedUp;
    private long confirmAt;
    private long retryAt;

    /** What it would have to read next is gone. */
    private static final class LeftBehind extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        LeftBehind(String message) {
            super(message);
        }
    }

    /** How a projection is. */
    public enum State {
        /** It follows. */
        FOLLOWING,
        /** Its database, or what it has to read, is away; that is tried again. */
        AWAY,
        /** It has ended, and needs its operator. */
        STOPPED
    }

    /**
     * @param journal what is written
     * @param history every epoch that is kept, archived ones too: where the journal does not reach back far enough
     * @param snapshots to begin with one where the history does not reach back to the founding
     * @param durablePosition of the last durable transaction
     * @param nanos the clock
     */
    public Projection(
            BankIdentity identity,
            ProjectionOpener opener,
            JournalSource journal,
            JournalSource history,
            SnapshotStore snapshots,
            LongSupplier durablePosition,
            LongSupplier nanos,
            Consumer<BankEvent> events) {
        this.identity = identity;
        this.opener = opener;
        this.journal = journal;
        this.history = history;
        this.snapshots = snapshots;
        this.durablePosition = durablePosition;
        this.nanos = nanos;
        this.events = events;
        this.confirmAt = nanos.getAsLong() + CONFIRM_NANOS;
    }

    /**
     * Opens the database for the first time; what cannot be reached is tried again later. One that stands where the
     * journal was, and is no more, has ended: a bank does not wait for its operator because of that.
     *
     * @param seconds is told how long adding up has taken, on another thread
     * @throws IllegalStateException if it is not of this bank, stands where the journal never was, or does not add up
     */
    public void open(PopulateProgress progress, LongConsumer seconds) {
        try {
            resume(progress, seconds);
        } catch (LeftBehind e) {
            end(e);
        } catch (LedgerUnavailable | IOException | JournalDamage e) {
            lose(e);
        }
    }

    private void resume(PopulateProgress progress, LongConsumer seconds) throws IOException {
        SqlLedger opened = opener.open(identity, progress);
        JournalFollower found = null;
        Mark known = durableMark;
        if (known != null && opened.mark().position() < known.position()) {
            // Another database than the one before: until it is followed into, nobody knows what it needs.
            durableMark = null;
        }
        try {
            addUp(opened, seconds);
            found = follow(opened, progress);
            soundFrom = opened.soundFrom();
            position = opened.mark().position();
            confirm(opened);
        } catch (IOException | RuntimeException | Error e) {
            Failed.close(e, found, opened);
            throw e;
        }
        follower = found;
        ledger = opened;
        state = State.FOLLOWING;
        lossIsKnown = false;
    }

    /** Once: it is long, and what this process wrote adds up. Balances from a snapshot do so only from its end on. */
    private void addUp(SqlLedger opened, LongConsumer seconds) {
        if (!isAddedUp && opened.mark().position() >= opened.soundFrom()) {
            SumsCheck.require(opened, "the projection", seconds);
            isAddedUp = true;
        }
    }

    private JournalFollower follow(SqlLedger opened, PopulateProgress progress) throws IOException {
        Mark found = opened.mark();
        JournalFollower here = JournalFollower.at(journal, found);
        if (here == null) {
            here = JournalFollower.at(history, found);
        }
        if (here == null && found.equals(Mark.founding(found.bank()))) {
            here = beginWithSnapshot(opened, progress);
        }
        if (here == null && found.position() <= Epochs.of(history).positionBefore(0)) {
            throw new LeftBehind("the projection is at " + found + ", and what is left of journal and archive "
                    + Epochs.of(history).range() + TO_GET_IT_BACK);
        }
        if (here == null) {
            throw new IllegalStateException("the projection is at " + found + "; the journal, which "
                    + Epochs.of(journal).range() + " and ends at position " + durablePosition.getAsLong()
                    + ", does not contain that point. Give the projection an empty database");
        }
        return here;
    }

    /** The oldest whole snapshot that the history goes on from: the most of the history. */
    private @Nullable JournalFollower beginWithSnapshot(SqlLedger empty, PopulateProgress progress) throws IOException {
        List<Snapshot> newestFirst = snapshots.newestFirst(damage -> {});
        for (int i = newestFirst.size() - 1; i >= 0; i--) {
            Snapshot snapshot = newestFirst.get(i);
            JournalFollower behind = JournalFollower.at(history, snapshot.start());
            if (behind == null) {
                continue;
            }
            try {
                if (isWhole(snapshot, progress)) {
                    snapshot.loadInto(empty, progress::filled);
                    return behind;
                }
            } catch (SnapshotDamage damage) {
                // Half of it is in the ledger, which is to be opened anew.
                behind.close();
                throw new IOException(snapshot.place() + " changed while it was being read", damage);
            } catch (IOException | RuntimeException | Error e) {
                Failed.close(e, behind);
                throw e;
            }
            behind.close();
        }
        return null;
    }

    private static boolean isWhole(Snapshot snapshot, PopulateProgress progress) throws IOException {
        try {
            snapshot.verify(progress::filled);
            return true;
        } catch (SnapshotDamage damage) {
            return false;
        }
    }

    /** One piece of work; answers whether there is more at once. */
    public boolean step() {
        if (state == State.STOPPED) {
            return false;
        }
        LeftBehind reason = leftBehind.get();
        if (reason != null) {
            state = State.STOPPED;
            release(reason);
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
            resume(this::requireOpen, seconds -> {});
            events.accept(new BankEvent.ProjectionResumed());
            return true;
        } catch (LedgerUnavailable | IOException | JournalDamage e) {
            lose(e);
        } catch (LeftBehind e) {
            end(e);
        } catch (RuntimeException | Error e) {
            state = State.STOPPED;
            release(e);
            if (!closed && leftBehind.get() == null) {
                events.accept(new BankEvent.ProjectionStopped().by(e));
            }
        }
        return false;
    }

    /**
     * Ends the projection, because what it has to read next may go. Its own thread need not be there for that: it may
     * wait for its database. Any thread.
     *
     * @param reason a clause for people
     */
    public void leaveBehind(String reason) {
        Mark reached = durableMark;
        String where = reached == null ? "and its position is unknown" : "and it is at position " + reached.position();
        end(new LeftBehind(
                "the journal is no longer kept for the projection: " + reason + ", " + where + TO_GET_IT_BACK));
    }

    private void end(LeftBehind reason) {
        if (leftBehind.compareAndSet(null, reason) && !closed) {
            events.accept(new BankEvent.ProjectionStopped().by(reason));
        }
    }

    /** Whether the journal is to be kept for it. Any thread. */
    public boolean needsJournal() {
        return leftBehind.get() == null;
    }

    private void requireOpen(long done, long total) {
        if (closed) {
            throw new IllegalStateException("the projection was closed while it was being filled");
        }
    }

    private boolean take(SqlLedger open) throws IOException {
        JournalFollower from = follower;
        if (from == null) {
            throw new IllegalStateException("the projection follows no journal");
        }
        long durable = durablePosition.getAsLong();
        List<TransactionBatch> batches = new ArrayList<>();
        int rows = 0;
        while (rows < TAKEN_AT_ONCE) {
            TransactionBatch batch = from.next(durable);
            if (batch == null) {
                break;
            }
            batches.add(batch);
            rows += batch.size();
        }
        if (!batches.isEmpty()) {
            open.redo(batches, 0, from.mark());
            position = from.mark().position();
        }
        if (nanos.getAsLong() - confirmAt >= 0) {
            confirmAt = nanos.getAsLong() + CONFIRM_NANOS;
            confirm(open);
        }
        return rows >= TAKEN_AT_ONCE;
    }

    /** A database that cannot tell yet what is durable still has what was. */
    private void confirm(SqlLedger open) {
        Mark confirmed = open.durableMark();
        durableMark = confirmed == null ? durableMark : confirmed;
    }

    private void lose(Exception cause) {
        release(cause);
        state = State.AWAY;
        retryAt = nanos.getAsLong() + RETRY_NANOS;
        if (!lossIsKnown && needsJournal()) {
            lossIsKnown = true;
            events.accept(new BankEvent.ProjectionLost(cause));
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

    /** How it is. Any thread. */
    public State state() {
        return needsJournal() ? state : State.STOPPED;
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
        if (open == null) {
            throw new LedgerUnavailable("the projection's database is unreachable");
        }
        if (position < soundFrom) {
            throw new LedgerUnavailable(
                    "the projection has not yet reached the end of the snapshot that it began with");
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
