package org.debitcredit.client;

import java.util.AbstractList;
import java.util.RandomAccess;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.OutcomeNumber;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.wire.v1.ExecuteBatchResponse;

/**
 * The outcomes of a batch, one for each transaction, in order. They are created on demand from the received columns.
 */
public final class BatchOutcomes extends AbstractList<Outcome> implements RandomAccess {

    private final ExecuteBatchResponse response;
    private final boolean isRepeated;

    /**
     * @param isRepeated whether the batch was sent before: then the bank may have executed what it does not execute now
     */
    BatchOutcomes(ExecuteBatchResponse response, boolean isRepeated) {
        this.response = response;
        this.isRepeated = isRepeated;
    }

    @Override
    public Outcome get(int i) {
        return Outcome.of(code(i), response.getPosition(i), response.getBalance(i));
    }

    private byte code(int i) {
        byte code = OutcomeNumber.code(response.getOutcome(i));
        boolean isOfRepetition = code == Refusal.KEY_EXPIRED.code() || code == Failure.NOT_EXECUTED.code();
        return isRepeated && isOfRepetition ? Failure.OUTCOME_UNKNOWN.code() : code;
    }

    /** When transaction {@code i} was decided, microseconds since 1970 UTC; 0 where its outcome has no position. */
    public long timeMicros(int i) {
        if (response.getPosition(i) == 0 || response.getTimeMicrosCount() == 0) {
            return 0;
        }
        return response.getTimeMicros(response.getTimeMicrosCount() == 1 ? 0 : i);
    }

    @Override
    public int size() {
        return response.getOutcomeCount();
    }

    /** Whether every transaction was committed. */
    public boolean areAllCommitted() {
        for (int i = 0; i < size(); i++) {
            if (code(i) != Outcome.COMMITTED) {
                return false;
            }
        }
        return true;
    }

    /** The number of transactions that were not committed, and the outcome of the first of them, for messages. */
    public String notCommitted() {
        int count = 0;
        Outcome first = null;
        for (Outcome outcome : this) {
            if (!(outcome instanceof Outcome.Committed)) {
                count++;
                first = first == null ? outcome : first;
            }
        }
        return count + " of " + size() + " transactions were not committed"
                + (first == null ? "" : ", the first: " + first);
    }

    @Override
    public String toString() {
        return size() + " outcomes; " + notCommitted();
    }
}
