package org.debitcredit.engine;

import java.util.function.Consumer;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;

/** One reversal on its way through the engine, and its answer. */
public final class ReversalSubmission extends Submission {

    /** A reversal, and the tombstone of an original that has not arrived. */
    static final int ROWS_MAX = 2;

    private final TransactionKey key;
    private final Reversal reversal;
    private final long digest;
    private final Consumer<ReversalSubmission> whenAnswered;

    private byte outcome;
    private long position;
    private long balance;
    private long timeMicros;

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

    /** What is asked for. */
    public Reversal reversal() {
        return reversal;
    }

    /** Outcome code: see {@link Outcome#of}. */
    public byte outcomeCode() {
        return outcome;
    }

    /** The answer. The balance is the account's, 0 if there is no such account. */
    public Outcome outcome() {
        return Outcome.of(outcome, position, balance);
    }

    /** When it was decided, microseconds since 1970 UTC; 0 where the outcome has no position. */
    public long timeMicros() {
        return timeMicros;
    }

    @Override
    public void answered() {
        whenAnswered.accept(this);
    }

    @Override
    public int size() {
        return 1;
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

    @Override
    void answer(int i, byte outcomeCode, long atPosition, long balanceMinor, long atMicros) {
        outcome = outcomeCode;
        position = atPosition;
        balance = balanceMinor;
        timeMicros = atMicros;
    }

    @Override
    void takeAnswers(TransactionBatch batch, int i, int row, int count) {
        answer(i, batch.outcome[row], batch.firstPosition() + row, batch.balance[row], batch.timestampMicros());
    }

    @Override
    void fail(Failure reason) {
        answer(0, reason.code(), 0, 0, 0);
    }
}
