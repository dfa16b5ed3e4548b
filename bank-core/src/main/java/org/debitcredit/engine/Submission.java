package org.debitcredit.engine;

import java.util.Arrays;
import java.util.function.Consumer;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Requests;
import org.debitcredit.transaction.TransactionBatch;

/**
 * One or more money transactions on their way through the engine, and their answers, in columns. They are independent:
 * a submission is a parcel, not an atomic unit.
 */
public final class Submission implements Passenger {

    private static final int ANSWERED = -1;

    public final Requests requests;
    /** Outcome codes: see {@link Outcome#of}. */
    public final byte[] outcome;
    /** Positions in the bank's history; 0 where the outcome takes none. */
    public final long[] position;
    /** What the client is told, minor units. */
    public final long[] balance;

    /** Row of the group's batch that answers each transaction, or {@value #ANSWERED}. */
    private final int[] row;

    private final Consumer<Submission> whenAnswered;

    /**
     * @param requests well-formed transactions; not touched any more by the caller until answered
     * @param whenAnswered called once, on the writer's thread
     */
    public Submission(Requests requests, Consumer<Submission> whenAnswered) {
        int size = requests.size();
        this.requests = requests;
        this.whenAnswered = whenAnswered;
        outcome = new byte[size];
        position = new long[size];
        balance = new long[size];
        row = new int[size];
    }

    public int size() {
        return row.length;
    }

    /** The answer to transaction {@code i}. */
    public Outcome outcome(int i) {
        return Outcome.of(outcome[i], position[i], balance[i]);
    }

    @Override
    public void answered() {
        whenAnswered.accept(this);
    }

    @Override
    public void turnedAway() {
        fail(Failure.NOT_EXECUTED);
        answered();
    }

    /** Answers transaction {@code i} at once. */
    void answer(int i, byte outcomeCode, long atPosition, long balanceMinor) {
        row[i] = ANSWERED;
        outcome[i] = outcomeCode;
        position[i] = atPosition;
        balance[i] = balanceMinor;
    }

    /** Refuses transaction {@code i} without executing it. */
    void refuse(int i, Refusal reason) {
        answer(i, reason.code(), 0, 0);
    }

    /** Transaction {@code i} will be answered by a row of the group's batch. */
    void rides(int i, int batchRow) {
        row[i] = batchRow;
    }

    /** Takes the answers from the batch that was made durable. */
    void takeAnswers(TransactionBatch batch) {
        for (int i = 0; i < row.length; i++) {
            int batchRow = row[i];
            if (batchRow != ANSWERED) {
                outcome[i] = batch.outcome[batchRow];
                position[i] = batch.firstPosition() + batchRow;
                balance[i] = batch.balance[batchRow];
            }
        }
    }

    /** Answers everything with a failure. */
    void fail(Failure reason) {
        Arrays.fill(outcome, reason.code());
        Arrays.fill(position, 0);
        Arrays.fill(balance, 0);
    }
}
