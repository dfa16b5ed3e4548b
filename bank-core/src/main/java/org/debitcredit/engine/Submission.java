package org.debitcredit.engine;

import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.TransactionBatch;

/** Money transactions on their way through the engine, and their answers. */
public abstract sealed class Submission implements Passenger permits BatchSubmission, SingleSubmission {

    /** Number of transactions. */
    public abstract int size();

    @Override
    public final void turnedAway() {
        fail(Failure.NOT_EXECUTED);
        answered();
    }

    /** Takes the answers from the batch that was made durable. */
    abstract void takeAnswers(TransactionBatch batch);

    /** Answers everything with a failure. */
    abstract void fail(Failure reason);
}
