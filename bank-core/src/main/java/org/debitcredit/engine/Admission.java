package org.debitcredit.engine;

import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.KeyRuns;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * Takes submissions into a group's batch by their keys: what is new gets a row, a repeat the stored answer, a twin in the
 * same group the row of the first, anything else a refusal. Keys that count up are looked up together.
 */
final class Admission {

    private final IdempotencyWindow keys;
    private final TransactionBatch batch;
    /** Keys of the group's batch, by which the second of two twins finds the first. */
    private final KeyIndex batchKeys;

    private RowRanges rows = new RowRanges();
    /** Whatever touches one of these is not executed; null while the ledger lacks nothing. */
    private @Nullable MissingRows missing;

    Admission(IdempotencyWindow keys, TransactionBatch batch) {
        this.keys = keys;
        this.batch = batch;
        this.batchKeys = new KeyIndex(batch.requests.capacity(), keys.hash());
    }

    void admit(BatchSubmission submission) {
        KeyRuns runs = submission.requests.keys;
        for (int run = 0; run < runs.runs(); run++) {
            long client = runs.client[run];
            long high = runs.high[run];
            long low = runs.low[run];
            int first = runs.firstRow(run);
            int count = runs.length(run);
            boolean isNew = !keys.knowsAny(client, high, low, count)
                    && batchKeys.find(batch.requests.keys, client, high, low, count) == KeyIndex.NONE;
            if (isNew && missing == null && untimely(client, high, low) == null) {
                add(submission, first, count);
            } else {
                for (int i = 0; i < count; i++) {
                    admit(submission, first + i, client, high, low + i);
                }
            }
        }
    }

    void admit(SingleSubmission single) {
        admit(single, 0, single.client, single.keyHigh, single.keyLow);
    }

    private void admit(Submission submission, int i, long client, long high, long low) {
        IdempotencyWindow.Known known = keys.find(client, high, low);
        if (known != null) {
            if (known.digest() == submission.digest(i)) {
                submission.answer(i, known.outcomeCode(), known.position(), known.balance(), known.timeMicros());
            } else {
                submission.refuse(i, Refusal.KEY_CONFLICT);
            }
            return;
        }
        int twin = batchKeys.findRow(batch.requests.keys, client, high, low);
        Refusal untimely = untimely(client, high, low);
        if (twin != KeyIndex.NONE) {
            if (batch.requests.digest[twin] == submission.digest(i)) {
                rows.add(submission, i, twin, 1);
            } else {
                submission.refuse(i, Refusal.KEY_CONFLICT);
            }
        } else if (untimely != null) {
            submission.refuse(i, untimely);
        } else if (missing != null && submission.touches(i, missing)) {
            submission.fail(i, Failure.LEDGER_DAMAGED);
        } else {
            add(submission, i, 1);
        }
    }

    /** Why a key that is not known is refused for its time; null when it is not. */
    private @Nullable Refusal untimely(long client, long keyHigh, long keyLow) {
        if (!TransactionKey.hasTime(keyHigh, keyLow)) {
            return Refusal.KEY_WITHOUT_TIME;
        }
        if (keys.isExpired(client, keyHigh)) {
            return Refusal.KEY_EXPIRED;
        }
        return keys.isAhead(keyHigh, batch.timestampMicros() / 1000) ? Refusal.KEY_AHEAD : null;
    }

    private void add(Submission submission, int i, int count) {
        KeyRuns batched = batch.requests.keys;
        int runsBefore = batched.runs();
        rows.add(submission, i, submission.addTo(batch.requests, i, count), count);
        for (int run = runsBefore; run < batched.runs(); run++) {
            batchKeys.put(batched, run);
        }
    }

    /**
     * Empties the batch and admits the same group once more, without what touches these rows. What was answered without a
     * row of the batch keeps its answer.
     */
    void admitAgain(MissingRows lacked) {
        emptyBatch();
        missing = missing == null ? lacked : missing.and(lacked);
        RowRanges before = rows;
        rows = new RowRanges();
        before.forEach(this::admitAgain);
    }

    private void admitAgain(Submission submission, int i) {
        TransactionKey key = submission.key(i);
        admit(submission, i, key.client(), key.high(), key.low());
    }

    /** Copies the answers of the executed batch to a submission. Submissions are answered in the order of admission. */
    void answer(Submission submission) {
        rows.answer(submission, batch);
    }

    /** Empties the batch for the next group. */
    void clear() {
        emptyBatch();
        rows.clear();
        missing = null;
    }

    private void emptyBatch() {
        batchKeys.clear(batch.requests.keys);
        batch.requests.clear();
    }
}
