package org.debitcredit.engine;

import java.util.Arrays;
import java.util.function.Consumer;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Requests;
import org.debitcredit.transaction.TransactionBatch;

/**
 * One or more money transactions on their way through the engine, and their answers, in columns. They are independent:
 * a submission is a parcel, not an atomic unit.
 */
public final class BatchSubmission extends Submission {

    private static final int ANSWERED = -1;

    public final Requests requests;
    /** Outcome codes: see {@link Outcome#of}. */
    public final byte[] outcome;
    /** Positions in the bank's history; 0 where the outcome takes none. */
    public final long[] position;
    /** What the client is told, minor units. */
    public final long[] balance;

    /** Row of the group's batch that answers each transaction after {@link #consecutive}, or {@value #ANSWERED}. */
    private final int[] row;
    /** So many are answered by consecutive rows of the group's batch: mostly all. */
    private int consecutive;
    /** The first of these rows. */
    private int firstRow;

    private final Consumer<BatchSubmission> whenAnswered;

    /**
     * @param requests well-formed transactions; not touched any more by the caller until answered
     * @param whenAnswered called once, on the writer's thread
     */
    public BatchSubmission(Requests requests, Consumer<BatchSubmission> whenAnswered) {
        int size = requests.size();
        this.requests = requests;
        this.whenAnswered = whenAnswered;
        outcome = new byte[size];
        position = new long[size];
        balance = new long[size];
        row = new int[size];
    }

    @Override
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
    int addTo(Requests target, int i, int count) {
        return target.addFrom(requests, i, count);
    }

    @Override
    long digest(int i) {
        return requests.digest[i];
    }

    @Override
    boolean touches(int i, MissingRows missing) {
        return missing.areTouchedBy(requests.type[i], requests.teller[i], requests.account[i], requests.target[i]);
    }

    @Override
    boolean isAnswered(int i) {
        return row[i] == ANSWERED;
    }

    @Override
    void answer(int i, byte outcomeCode, long atPosition, long balanceMinor) {
        if (i == 0) {
            consecutive = 0;
            firstRow = 0;
        }
        row[i] = ANSWERED;
        outcome[i] = outcomeCode;
        position[i] = atPosition;
        balance[i] = balanceMinor;
    }

    @Override
    void ride(int i, int batchRow, int count) {
        if (i == 0) {
            consecutive = count;
            firstRow = batchRow;
        } else if (i == consecutive && batchRow == firstRow + i) {
            consecutive += count;
        } else {
            for (int n = 0; n < count; n++) {
                row[i + n] = batchRow + n;
            }
        }
    }

    @Override
    void takeAnswers(TransactionBatch batch) {
        takeConsecutive(batch);
        for (int i = consecutive; i < row.length; i++) {
            int batchRow = row[i];
            if (batchRow != ANSWERED) {
                outcome[i] = batch.outcome[batchRow];
                position[i] = batch.firstPosition() + batchRow;
                balance[i] = batch.balance[batchRow];
            }
        }
    }

    private void takeConsecutive(TransactionBatch batch) {
        long firstPosition = batch.firstPosition() + firstRow;
        System.arraycopy(batch.outcome, firstRow, outcome, 0, consecutive);
        System.arraycopy(batch.balance, firstRow, balance, 0, consecutive);
        for (int i = 0; i < consecutive; i++) {
            position[i] = firstPosition + i;
        }
    }

    @Override
    void fail(Failure reason) {
        Arrays.fill(outcome, reason.code());
        Arrays.fill(position, 0);
        Arrays.fill(balance, 0);
    }
}
