package org.debitcredit.ledger.memory;

import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.Totals;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in primitive arrays. Pending changes are already in the arrays. This is safe because the arrays are not read
 * after a failure: a new ledger starts from a snapshot and the journal.
 */
public final class MemoryLedger implements Ledger {

    /**
     * The arrays alone take more than ten million rows a second where every account is a cache miss; less than half of
     * that leaves room for a slow machine and for reading the journal.
     */
    private static final long REDO_PER_SECOND = 4_000_000;

    private enum Phase {
        IDLE,
        PENDING,
        LOADING,
        FAILED
    }

    private final LogPosition founding;
    private volatile @Nullable MemoryBank bank;
    /** The parts of its {@link LogPosition}, so that a commit allocates no object. */
    private UUID epoch;

    private long position;
    private int chainChecksum;
    /** Used by the writer only. It is {@link Phase#FAILED} during every call, so that any exception is final. */
    private Phase phase = Phase.IDLE;

    private long pendingPosition;

    /**
     * A bank just founded, all balances 0.
     *
     * @throws IllegalStateException if the heap is too small for it
     */
    public MemoryLedger(BankIdentity identity) {
        this(identity, BalanceArray.SEGMENT_BITS);
    }

    MemoryLedger(BankIdentity identity, int segmentBits) {
        founding = LogPosition.founding(identity.id());
        epoch = founding.epoch();
        bank = new MemoryBank(identity.scale(), segmentBits);
    }

    @Override
    public LogPosition logPosition() {
        return new LogPosition(founding.bank(), epoch, position, chainChecksum);
    }

    private void stand(LogPosition newLogPosition) {
        stand(newLogPosition.epoch(), newLogPosition.position(), newLogPosition.chainChecksum());
    }

    private void stand(UUID newEpoch, long newPosition, int newChecksum) {
        epoch = newEpoch;
        position = newPosition;
        chainChecksum = newChecksum;
    }

    @Override
    public void execute(TransactionBatch batch) {
        beginIdle();
        requireNext(batch.firstPosition());
        bank().decide(batch);
        pendingPosition = batch.lastPosition();
        phase = Phase.PENDING;
    }

    @Override
    public void commit(UUID newEpoch, long newPosition, int newChecksum) {
        if (begin() != Phase.PENDING) {
            throw new IllegalStateException("nothing is pending");
        }
        if (newPosition != pendingPosition) {
            throw new IllegalStateException(
                    "the commit is at position " + newPosition + "; the pending batch ends at " + pendingPosition);
        }
        stand(newEpoch, newPosition, newChecksum);
        phase = Phase.IDLE;
    }

    @Override
    public void redo(TransactionBatch batch, int fromRow, LogPosition newLogPosition) {
        beginIdle();
        requireNext(batch.firstPosition() + fromRow);
        bank().overwrite(batch, fromRow);
        stand(newLogPosition);
        phase = Phase.IDLE;
    }

    @Override
    public void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor) {
        beginIdle();
        bank().read(kind, ids, count, balancesMinor);
        phase = Phase.IDLE;
    }

    @Override
    public Totals totals() {
        beginIdle();
        Totals totals = bank().totals();
        phase = Phase.IDLE;
        return totals;
    }

    @Override
    public BranchHistory history() {
        beginIdle();
        BranchHistory history = bank().history();
        phase = Phase.IDLE;
        return history;
    }

    @Override
    public void copy(BalanceKind kind, long from, int count, long[] balancesMinor) {
        bank().balances(kind).copyTo(from, count, balancesMinor);
    }

    @Override
    public void load(BalanceKind kind, long from, int count, long[] balancesMinor) {
        beginLoading();
        bank().balances(kind).copyFrom(from, count, balancesMinor);
        phase = Phase.LOADING;
    }

    @Override
    public void loaded(BranchHistory history, LogPosition newLogPosition, long soundFrom) {
        beginLoading();
        bank().setHistory(history);
        stand(newLogPosition);
        phase = Phase.IDLE;
    }

    @Override
    public long redoPerSecond() {
        return REDO_PER_SECOND;
    }

    /** Releases the arrays. */
    @Override
    public void close() {
        bank = null;
    }

    private MemoryBank bank() {
        MemoryBank open = bank;
        if (open == null) {
            throw new IllegalStateException("the ledger is closed");
        }
        return open;
    }

    /** Returns the current phase. The call that begins here sets the next phase, or it has failed. */
    private Phase begin() {
        Phase before = phase;
        if (before == Phase.FAILED) {
            throw new IllegalStateException("the ledger has failed; it can only be closed");
        }
        phase = Phase.FAILED;
        return before;
    }

    private void beginIdle() {
        Phase before = begin();
        if (before == Phase.PENDING) {
            throw new IllegalStateException("a batch is pending; commit it first");
        }
        if (before == Phase.LOADING) {
            throw new IllegalStateException("a snapshot is being loaded; finish that first");
        }
    }

    private void beginLoading() {
        if (begin() == Phase.PENDING || !logPosition().equals(founding)) {
            throw new IllegalStateException(
                    "a snapshot is loaded only into a bank that was just founded; this one is at " + logPosition());
        }
    }

    private void requireNext(long next) {
        if (next != position + 1) {
            throw new IllegalStateException("the batch starts at position " + next + "; the ledger is at " + position);
        }
    }
}
