package org.debitcredit.engine;

import java.util.Arrays;
import java.util.function.Consumer;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * One or more money transactions on their way through the engine, and their answers, in columns. They are independent:
 * a submission is not atomic.
 */
public final class BatchSubmission extends Submission {

    public final RequestColumns requests;
    /** Outcome codes: see {@link Outcome#of}. */
    public final byte[] outcome;
    /** Positions in the bank's history; 0 where the outcome takes none. */
    public final long[] position;
    /** The balance that the client receives, minor units. */
    public final long[] balance;

    /** Time of the decision of the group that answers most of them, microseconds since 1970 UTC. */
    private long groupMicros;
    /** Times of the decisions of those whose answer was already stored; null if there are none. */
    private long @Nullable [] storedMicros;

    private final Consumer<BatchSubmission> whenAnswered;

    /**
     * @param requests well-formed transactions, which the caller must not change until they are answered
     * @param whenAnswered called once, on the writer's thread
     */
    public BatchSubmission(RequestColumns requests, Consumer<BatchSubmission> whenAnswered) {
        int size = requests.size();
        this.requests = requests;
        this.whenAnswered = whenAnswered;
        outcome = new byte[size];
        position = new long[size];
        balance = new long[size];
    }

    @Override
    public int size() {
        return outcome.length;
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

    /** Whether all transactions that have a position were decided at the same time, in one group. */
    public boolean isOfOneTime() {
        return storedMicros == null;
    }

    /** The time of all, where it {@linkplain #isOfOneTime is one}; 0 when none was decided. */
    public long groupMicros() {
        return groupMicros;
    }

    @Override
    public void answered() {
        whenAnswered.accept(this);
    }

    @Override
    int addTo(RequestColumns target, int i, int count) {
        return target.addFrom(requests, i, count);
    }

    @Override
    long digest(int i) {
        return requests.digest[i];
    }

    @Override
    int sectionBytes() {
        return requests.sectionBytes();
    }

    @Override
    boolean touches(int i, MissingRows missing) {
        return missing.areTouchedBy(requests.type[i], requests.teller[i], requests.account[i], requests.target[i]);
    }

    @Override
    TransactionKey key(int i) {
        return requests.keys.keyOf(i);
    }

    @Override
    void answer(int i, byte outcomeCode, long atPosition, long balanceMinor, long atMicros) {
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
            stored = new long[outcome.length];
            storedMicros = stored;
        }
        stored[i] = atMicros;
    }

    @Override
    void takeAnswers(TransactionBatch batch, int i, int row, int count) {
        groupMicros = batch.timestampMicros();
        System.arraycopy(batch.outcome, row, outcome, i, count);
        System.arraycopy(batch.balance, row, balance, i, count);
        long firstPosition = batch.firstPosition() + row;
        for (int n = 0; n < count; n++) {
            position[i + n] = firstPosition + n;
        }
    }

    @Override
    void fail(Failure reason) {
        Arrays.fill(outcome, reason.code());
        Arrays.fill(position, 0);
        Arrays.fill(balance, 0);
    }
}
