package org.debitcredit.engine;

import java.util.function.Consumer;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;

/** One reversal on its way through the engine, and its answer. */
public final class ReversalSubmission extends Submission.OfOne {

    /** A reversal, and the tombstone of an original that has not arrived. */
    static final int ROWS_MAX = 2;

    /** The caller has not seen the original in the part of the history that it has followed. */
    public static final long NOT_SEEN = 0;

    private final TransactionKey key;
    private final Reversal reversal;
    private final long digest;
    private final Consumer<ReversalSubmission> whenAnswered;
    private long seenAt = NOT_SEEN;

    /**
     * @param reversal well formed under this key
     * @param whenAnswered called once, on the writer's thread
     */
    public ReversalSubmission(Reversal reversal, TransactionKey key, Consumer<ReversalSubmission> whenAnswered) {
        this.key = key;
        this.reversal = reversal;
        this.digest = reversal.digest();
        this.whenAnswered = whenAnswered;
    }

    /**
     * Says where the caller has seen that the original was committed, in the part of the history that it has followed:
     * up to {@link #unseenThrough}, where it has not seen the key of this reversal, nor another reversal that took the
     * original back. Such an original can be taken back after its key is forgotten.
     *
     * @param position of the original, or {@link #NOT_SEEN}
     */
    public void seenAt(long position) {
        seenAt = position;
    }

    /** See {@link #seenAt(long)}. */
    long seenAt() {
        return seenAt;
    }

    /** What is asked for. */
    public Reversal reversal() {
        return reversal;
    }

    @Override
    public void answered() {
        whenAnswered.accept(this);
    }

    @Override
    int rowsMax() {
        return ROWS_MAX;
    }

    /** Adds the original, as a tombstone. */
    @Override
    int addTo(RequestColumns target, int i, int count) {
        int row = target.add(reversal.original(), reversal.originalKey());
        target.ownReversals().addTombstone(row);
        return row;
    }

    /**
     * Adds the reversal, and returns its row.
     *
     * @param originalRow row of the original, if it is in the same batch; otherwise -1
     * @param originalPosition of the original
     * @param found see {@link Reversals#found}
     */
    int addTo(RequestColumns target, int originalRow, long originalPosition, byte found) {
        int row = target.addReversal(reversal, key, originalPosition, found);
        target.ownReversals().connect(originalRow);
        return row;
    }

    @Override
    long digest(int i) {
        return digest;
    }

    @Override
    int sectionBytes() {
        Reference reference = reversal.original().reference();
        return Reversals.ENTRY_BYTES_MAX + (reference == null ? 0 : ROWS_MAX * reference.length());
    }

    @Override
    boolean touches(int i, MissingRows missing) {
        Transaction original = reversal.original();
        return missing.areTouchedBy(original.type().code(), original.teller(), original.account(), original.target());
    }

    @Override
    TransactionKey key(int i) {
        return key;
    }
}
