package org.debitcredit.engine;

import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.ContentDigest;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;

/** Money transactions on their way through the engine, and their answers. */
public abstract sealed class Submission implements Command permits BatchSubmission, Submission.OfOne {

    /** The caller does not know what the bank executed. See {@link #unseenThrough()}. */
    public static final long NOT_FOLLOWED = -1;

    private long unseenThrough = NOT_FOLLOWED;

    /** Number of transactions. */
    public abstract int size();

    /**
     * The position up to which the caller has followed the bank without seeing the keys of this submission. If the bank
     * remembers every key after that position, an unknown key was never executed, however old it is. {@link
     * #NOT_FOLLOWED} if the caller does not say.
     */
    final long unseenThrough() {
        return unseenThrough;
    }

    /** See {@link #unseenThrough()}. A caller for which this is not true can have a transaction executed twice. */
    public final void unseenThrough(long position) {
        unseenThrough = position;
    }

    @Override
    public final void rejected() {
        fail(Failure.NOT_EXECUTED);
        answered();
    }

    /** Adds transactions from {@code i} on, with their keys, and returns the row of the first. */
    abstract int addTo(RequestColumns target, int i, int count);

    /** See {@link ContentDigest}. */
    abstract long digest(int i);

    /** Number of rows of a batch that it takes at most. */
    int rowsMax() {
        return size();
    }

    /** Bytes that the references and reversals of all its transactions take in a document at most. */
    abstract int sectionBytes();

    /** Whether transaction {@code i} touches one of these. */
    abstract boolean touches(int i, MissingRows missing);

    /** The key of transaction {@code i}. */
    abstract TransactionKey key(int i);

    /** Answers transaction {@code i} without a row of a batch. */
    abstract void answer(int i, byte outcomeCode, long atPosition, long balanceMinor, long atMicros);

    /** Refuses transaction {@code i} without executing it. */
    final void refuse(int i, Refusal reason) {
        answer(i, reason.code(), 0, 0, 0);
    }

    /** Answers transaction {@code i} with a failure without executing it. */
    final void fail(int i, Failure reason) {
        answer(i, reason.code(), 0, 0, 0);
    }

    /** Takes the answers to {@code count} transactions from {@code i} on from consecutive rows of a batch. */
    abstract void takeAnswers(TransactionBatch batch, int i, int row, int count);

    /** Answers everything with a failure. */
    abstract void fail(Failure reason);

    /** One transaction or reversal on its way through the engine, and its answer. */
    public abstract static sealed class OfOne extends Submission permits ReversalSubmission, SingleSubmission {

        private byte outcome;
        private long position;
        private long balance;
        private long timeMicros;

        /** Outcome code: see {@link Outcome#of}. */
        public final byte outcomeCode() {
            return outcome;
        }

        /** The answer. The balance of a committed reversal is the account's, 0 if there is no such account. */
        public final Outcome outcome() {
            return Outcome.of(outcome, position, balance);
        }

        /** When it was decided, microseconds since 1970 UTC; 0 where the outcome has no position. */
        public final long timeMicros() {
            return timeMicros;
        }

        @Override
        public final int size() {
            return 1;
        }

        @Override
        final void answer(int i, byte outcomeCode, long atPosition, long balanceMinor, long atMicros) {
            outcome = outcomeCode;
            position = atPosition;
            balance = balanceMinor;
            timeMicros = atMicros;
        }

        @Override
        final void takeAnswers(TransactionBatch batch, int i, int row, int count) {
            outcome = batch.outcome[row];
            position = batch.firstPosition() + row;
            balance = batch.balance[row];
            timeMicros = batch.timestampMicros();
        }

        @Override
        final void fail(Failure reason) {
            answer(0, reason.code(), 0, 0, 0);
        }
    }
}
