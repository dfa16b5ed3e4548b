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
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.ledger.StatementCursor;
import org.debitcredit.ledger.Statements;
import org.debitcredit.ledger.SumsCheck;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotDamage;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.Closeables;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Follows the durable journal and redoes it into a SQL ledger of its own, many documents in one database transaction.
 * Its position is stored in that database, in the same transactions. So after a crash of either side it resumes there,
 * and every document is applied once. {@link #step} is one piece of work; {@link #run} repeats it until the projection
 * is closed.
 *
 * <p>A new projection of a bank whose journal and archive no longer reach back to the founding begins with a snapshot.
 * Statements then show where the history begins.
 *
 * <p>If the database or the journal cannot be reached, it tries again without a limit. The projection ends if the
 * database belongs to another bank, was taken over by another server, is at a position that the journal never had, or
 * does not add up when it is first opened. It never ends a running bank. At a start, where an operator sees it, such a
 * database is refused.
 */
public final class Projection implements Runnable, Statements, AutoCloseable {

    /** Number of transactions after which no further document is added to a database transaction. */
    private static final int TAKEN_AT_ONCE = 10_000;

    /** Interval at which the database is asked to make everything durable. */
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

    /** Open while the database is reachable. */
    private volatile @Nullable Ledger ledger;

    private @Nullable JournalFollower follower;
    /** Null while it is unknown from where the journal is needed. */
    private volatile @Nullable LogPosition durableLogPosition;

    private volatile long position;
    /** Before that position, the balances may come from a snapshot and be inconsistent. */
    private volatile long soundFrom;

    private volatile boolean closed;
    private volatile State state = State.AWAY;
    /** The reason why the journal is no longer kept for it; null while it is kept. */
    private final AtomicReference<@Nullable LeftBehind> leftBehind = new AtomicReference<>();

    private boolean lossIsKnown;
    private boolean isAddedUp;
    private long confirmAt;
    private long retryAt;

    /** The part of the journal that it would have to read next is gone. */
    public static final class LeftBehind extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        LeftBehind(String message) {
            super(message);
        }
    }

    /** The state of a projection. */
    public enum State {
        /** It follows. */
        FOLLOWING,
        /** Its database or its part of the journal cannot be reached; it tries again. */
        AWAY,
        /** It has ended, and an operator has to repair it. */
        STOPPED
    }

    /**
     * @param journal the live journal
     * @param history every epoch that is kept, including archived ones, for when the journal does not reach back far
     *     enough
     * @param snapshots from which to begin if the history does not reach back to the founding
     * @param durablePosition of the last durable transaction
     * @param nanos a clock that is never set back, nanoseconds
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
     * Opens the database for the first time. If it cannot be reached, this is tried again later. If its position was in
     * the journal but is no longer kept, the projection has ended; the bank starts anyway.
     *
     * @param seconds receives the time that adding up has taken, on another thread
     * @throws IllegalStateException if it belongs to another bank, is at a position that the journal never had, or does
     *     not add up
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
        Ledger opened = opener.open(identity, progress);
        JournalFollower found = null;
        LogPosition known = durableLogPosition;
        if (known != null && opened.logPosition().position() < known.position()) {
            // The database was reopened. Until its log position is found in the journal, it is unknown what it needs.
            durableLogPosition = null;
        }
        try {
            addUp(opened, seconds);
            found = follow(opened, progress);
            soundFrom = opened.soundFrom();
            position = opened.logPosition().position();
            confirm(opened);
        } catch (IOException | RuntimeException | Error e) {
            Closeables.close(e, found, opened);
            throw e;
        }
        follower = found;
        ledger = opened;
        state = State.FOLLOWING;
        lossIsKnown = false;
    }

    /**
     * Done once, because it takes long and changes by this process are known to add up. Balances from a snapshot add up
     * only from its end on.
     */
    private void addUp(Ledger opened, LongConsumer seconds) {
        if (!isAddedUp && opened.logPosition().position() >= opened.soundFrom()) {
            SumsCheck.require(opened, "the projection", seconds);
            isAddedUp = true;
        }
    }

    private JournalFollower follow(Ledger opened, PopulateProgress progress) throws IOException {
        LogPosition found = opened.logPosition();
        JournalFollower here = JournalFollower.at(journal, found);
        if (here == null) {
            here = JournalFollower.at(history, found);
        }
        if (here == null && found.equals(LogPosition.founding(found.bank()))) {
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

    /** The oldest intact snapshot that the history continues, which gives the longest history. */
    private @Nullable JournalFollower beginWithSnapshot(Ledger empty, PopulateProgress progress) throws IOException {
        List<Snapshot> newestFirst = snapshots.newestFirst(damage -> {});
        for (int i = newestFirst.size() - 1; i >= 0; i--) {
            Snapshot snapshot = newestFirst.get(i);
            JournalFollower afterSnapshot = JournalFollower.at(history, snapshot.start());
            if (afterSnapshot == null) {
                continue;
            }
            try {
                if (snapshot.isWhole(progress::filled)) {
                    snapshot.loadInto(empty, progress::filled);
                    return afterSnapshot;
                }
            } catch (SnapshotDamage damage) {
                // A part of it is in the ledger, which must be reopened.
                afterSnapshot.close();
                throw new IOException(snapshot.place() + " changed while it was being read", damage);
            } catch (IOException | RuntimeException | Error e) {
                Closeables.close(e, afterSnapshot);
                throw e;
            }
            afterSnapshot.close();
        }
        return null;
    }

    /** One piece of work; returns whether more can be done at once. */
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
            Ledger open = ledger;
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
     * Ends the projection, because the part of the journal that it would read next may be removed. Its own thread need
     * not take part, because that may be waiting for its database. For use by any thread.
     *
     * @param reason a clause for people
     */
    public void leaveBehind(String reason) {
        LogPosition reached = durableLogPosition;
        String where = reached == null ? "and its position is unknown" : "and it is at position " + reached.position();
        end(new LeftBehind(
                "the journal is no longer kept for the projection: " + reason + ", " + where + TO_GET_IT_BACK));
    }

    private void end(LeftBehind reason) {
        if (leftBehind.compareAndSet(null, reason) && !closed) {
            events.accept(new BankEvent.ProjectionStopped().by(reason));
        }
    }

    /** Whether the journal is to be kept for it. For use by any thread. */
    public boolean needsJournal() {
        return leftBehind.get() == null;
    }

    private void requireOpen(long done, long total) {
        if (closed) {
            throw new IllegalStateException("the projection was closed while it was being filled");
        }
    }

    private boolean take(Ledger open) throws IOException {
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
            open.redo(batches, 0, from.logPosition());
            position = from.logPosition().position();
        }
        if (nanos.getAsLong() - confirmAt >= 0) {
            confirmAt = nanos.getAsLong() + CONFIRM_NANOS;
            confirm(open);
        }
        return rows >= TAKEN_AT_ONCE;
    }

    /** If a database cannot say yet what is durable, the earlier durable position is still valid. */
    private void confirm(Ledger open) {
        LogPosition confirmed = open.durableLogPosition();
        durableLogPosition = confirmed == null ? durableLogPosition : confirmed;
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
     * Closes everything that is open.
     *
     * @param reason receives further failures as suppressed exceptions
     */
    private void release(Throwable reason) {
        Ledger open = ledger;
        ledger = null;
        Closeables.close(reason, follower, open);
        follower = null;
    }

    /** The number of durable transactions that the projection has not applied yet. For use by any thread. */
    public long lag() {
        return Math.max(0, durablePosition.getAsLong() - position);
    }

    /** The state. For use by any thread. */
    public State state() {
        return needsJournal() ? state : State.STOPPED;
    }

    /**
     * The log position up to which the database has everything on its own disk; null while that is unknown. For use by
     * any thread.
     */
    public @Nullable LogPosition durableLogPosition() {
        return durableLogPosition;
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
        Ledger open = ledger;
        if (open == null) {
            throw new LedgerUnavailable("the projection's database is unreachable");
        }
        if (position < soundFrom) {
            throw new LedgerUnavailable(
                    "the projection has not yet reached the end of the snapshot that it began with");
        }
        Statements statements = open.statements();
        if (statements == null) {
            throw new IllegalStateException("the projection keeps no history");
        }
        return statements;
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
