package org.debitcredit.engine;

import java.util.Arrays;
import java.util.function.Consumer;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Requests;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

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

    /** When the group was decided that answers the most of them, microseconds since 1970 UTC. */
    private long groupMicros;
    /** When those were decided whose answer was stored already; null where there are none. */
    private long @Nullable [] storedMicros;

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

    /** When transaction {@code i} was decided, microseconds since 1970 UTC; 0 where its outcome has no position. */
    public long timeMicros(int i) {
        long[] stored = storedMicros;
        return position[i] == 0 ? 0 : stored == null || stored[i] == 0 ? groupMicros : stored[i];
    }

    /** Whether all that have a position were decided at one time, in one group. */
    public boolean isOfOneTime() {
        return storedMicros == null;
    }

    /** The time of all, where it {@linkplain #isOfOneTime is one}; 0 when it was in no group. */
    public long groupMicros() {
        return groupMicros;
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
    int referenceBytes() {
        return requests.references.bytes();
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
    void answer(int i, byte outcomeCode, long atPosition, long balanceMinor, long atMicros) {
        if (i == 0) {
            consecutive = 0;
            firstRow = 0;
        }
        row[i] = ANSWERED;
        outcome[i] = outcomeCode;
        position[i] = atPosition;
        balance[i] = balanceMinor;
        if (atMicros != 0) {
            store(i, atMicros);
        }
    }

    private void store(int i, long atMicros) {
        long[] stored = storedMicros;
        if (stored == null) {
            stored = new long[row.length];
            storedMicros = stored;
        }
        stored[i] = atMicros;
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
        groupMicros = batch.isEmpty() ? 0 : batch.timestampMicros();
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
