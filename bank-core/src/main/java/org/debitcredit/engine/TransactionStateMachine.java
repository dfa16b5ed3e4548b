package org.debitcredit.engine;

import java.util.UUID;
import java.util.function.Consumer;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * The deterministic part of the engine: it decides the transactions of each group in turn, using the ledger and the
 * known keys, and answers them. It has no clock, no randomness, no thread and no journal: position and time are given.
 * The writer drives it, with an append and a force between execute and commit; a replicated log can drive the same
 * part.
 *
 * <pre>
 *   begin     the group's first position and its time
 *   admit     each submission, by its keys: what is new gets a row of the batch, a repeat the stored answer, a twin in
 *             the same group the row of the first, anything else a refusal; a reversal whose original is unknown gets
 *             the row of the original too
 *   execute   outcomes and after-images, pending in the ledger        ─▶ batch(), which is made durable
 *   commit    ledger and keys
 *   answer    each submission, in the order of admission
 *   clear
 * </pre>
 */
final class TransactionStateMachine {

    private final Ledger ledger;
    private final IdempotencyWindow keys;
    private final TransactionBatch batch;
    /** Keys of the group's batch, in which duplicates within the group are found. */
    private final KeyIndex batchKeys;

    private RowRanges rows = new RowRanges();
    /** Transactions that touch one of these rows are not executed; null while no row is missing in the ledger. */
    private @Nullable MissingRows missing;

    TransactionStateMachine(Ledger ledger, IdempotencyWindow keys, int groupMax) {
        this.ledger = ledger;
        this.keys = keys;
        int rowsMax = Math.max(groupMax, ReversalSubmission.ROWS_MAX);
        this.batch = new TransactionBatch(rowsMax);
        this.batchKeys = new KeyIndex(rowsMax, keys.hash());
    }

    /** The newly decided transactions of the group. */
    TransactionBatch batch() {
        return batch;
    }

    /**
     * Begins a group.
     *
     * @param firstPosition of its first new transaction
     * @param timeMicros not before that of an earlier group
     */
    void begin(long firstPosition, long timeMicros) {
        batch.begin(firstPosition, timeMicros);
    }

    /** Adds a submission to the group, which must have room for it. */
    void admit(Submission submission) {
        if (submission instanceof BatchSubmission several) {
            admitRuns(several);
        } else if (submission instanceof SingleSubmission single) {
            admit(single, 0, single.client, single.keyHigh, single.keyLow);
        } else if (submission instanceof ReversalSubmission reversal) {
            admitReversal(reversal);
        }
    }

    /** Keys that count up are looked up together. */
    private void admitRuns(BatchSubmission submission) {
        RunLengthKeys runs = submission.requests.keys;
        for (int run = 0; run < runs.runs(); run++) {
            long client = runs.client[run];
            long high = runs.high[run];
            long low = runs.low[run];
            int first = runs.firstRow(run);
            int count = runs.length(run);
            boolean isNew = !keys.knowsAny(client, high, low, count)
                    && batchKeys.find(batch.requests.keys, client, high, low, count) == KeyIndex.NONE;
            if (isNew && missing == null && untimely(submission, client, high, low) == null) {
                add(submission, first, count);
            } else {
                for (int i = 0; i < count; i++) {
                    admit(submission, first + i, client, high, low + i);
                }
            }
        }
    }

    private void admit(Submission submission, int i, long client, long high, long low) {
        if (isNew(submission, i, client, high, low)) {
            add(submission, i, 1);
        }
    }

    private void admitReversal(ReversalSubmission reversal) {
        TransactionKey key = reversal.key(0);
        if (isNew(reversal, 0, key.client(), key.high(), key.low())) {
            addReversal(reversal);
        }
    }

    /** Whether a transaction is to be executed; otherwise it is answered here, or by the row of its twin. */
    private boolean isNew(Submission submission, int i, long client, long high, long low) {
        IdempotencyWindow.Known known = keys.find(client, high, low);
        if (known != null) {
            if (known.digest() == submission.digest(i)) {
                submission.answer(i, known.outcomeCode(), known.position(), known.balance(), known.timeMicros());
            } else {
                submission.refuse(i, Refusal.KEY_CONFLICT);
            }
            return false;
        }
        int twin = batchKeys.findRow(batch.requests.keys, client, high, low);
        Refusal untimely = untimely(submission, client, high, low);
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
            return true;
        }
        return false;
    }

    /** Adds a reversal with a new key, by what is known of its original. */
    private void addReversal(ReversalSubmission submission) {
        Reversal reversal = submission.reversal();
        TransactionKey original = reversal.originalKey();
        IdempotencyWindow.Known known = keys.find(original.client(), original.high(), original.low());
        if (known != null) {
            if (known.digest() == reversal.originalDigest()) {
                addReversal(submission, KeyIndex.NONE, known.position(), known.outcomeAsFound());
            } else {
                submission.refuse(0, Refusal.KEY_CONFLICT);
            }
            return;
        }
        int row = batchKeys.findRow(batch.requests.keys, original.client(), original.high(), original.low());
        Refusal untimely = untimely(submission, original.client(), original.high(), original.low());
        if (row != KeyIndex.NONE) {
            if (batch.requests.digest[row] == reversal.originalDigest()) {
                addReversal(submission, row, batch.firstPosition() + row, Outcome.COMMITTED);
            } else {
                submission.refuse(0, Refusal.KEY_CONFLICT);
            }
        } else if (submission.seenAt() != ReversalSubmission.NOT_SEEN
                && keys.isExpired(original.client(), original.high())) {
            addReversalOfForgotten(submission);
        } else if (untimely != null) {
            submission.refuse(0, untimely);
        } else {
            int runsBefore = batch.requests.keys.runs();
            int tombstone = submission.addTo(batch.requests, 0, 1);
            indexKeys(runsBefore);
            addReversal(submission, tombstone, batch.firstPosition() + tombstone, Refusal.REVERSED.code());
        }
    }

    /**
     * Whether the caller has followed the bank up to a position after which every key is known. A position that the
     * bank has not reached proves nothing, because nobody can have read so far.
     */
    private boolean isProvedNew(Submission submission) {
        return submission.unseenThrough() < batch.firstPosition() && keys.remembersAllAfter(submission.unseenThrough());
    }

    /**
     * Adds a reversal of an original whose key is forgotten, if every key and reversal after what its caller has read
     * is known. Otherwise refuses it.
     */
    private void addReversalOfForgotten(ReversalSubmission submission) {
        boolean isPossible = submission.unseenThrough() < batch.firstPosition()
                && submission.seenAt() <= submission.unseenThrough()
                && !keys.isRemembered(submission.seenAt());
        if (isPossible && keys.remembersReversalsAfter(submission.unseenThrough())) {
            boolean isReversed = keys.isReversalRemembered(submission.seenAt());
            byte found = isReversed ? Reversals.REVERSED_BEFORE : Outcome.COMMITTED;
            addReversal(submission, KeyIndex.NONE, submission.seenAt(), found);
        } else {
            submission.refuse(0, Refusal.KEY_EXPIRED);
        }
    }

    private void addReversal(ReversalSubmission submission, int originalRow, long originalPosition, byte found) {
        int runsBefore = batch.requests.keys.runs();
        rows.add(submission, 0, submission.addTo(batch.requests, originalRow, originalPosition, found), 1);
        indexKeys(runsBefore);
    }

    /** The reason why an unknown key is refused because of its time; null if it is not refused. */
    private @Nullable Refusal untimely(Submission submission, long client, long keyHigh, long keyLow) {
        if (!TransactionKey.hasTime(keyHigh, keyLow)) {
            return Refusal.KEY_WITHOUT_TIME;
        }
        if (keys.isExpired(client, keyHigh) && !isProvedNew(submission)) {
            return Refusal.KEY_EXPIRED;
        }
        return keys.isAhead(keyHigh, batch.timestampMicros() / 1000) ? Refusal.KEY_AHEAD : null;
    }

    private void add(Submission submission, int i, int count) {
        int runsBefore = batch.requests.keys.runs();
        rows.add(submission, i, submission.addTo(batch.requests, i, count), count);
        indexKeys(runsBefore);
    }

    private void indexKeys(int fromRun) {
        RunLengthKeys batched = batch.requests.keys;
        for (int run = fromRun; run < batched.runs(); run++) {
            batchKeys.put(batched, run);
        }
    }

    /**
     * Executes the batch. Transactions that touch rows missing in the ledger are answered as failed and removed from
     * the batch, which may then be empty.
     *
     * @param damage receives the rows that are missing in the ledger
     */
    void execute(Consumer<MissingRows> damage) {
        while (!batch.isEmpty()) {
            try {
                ledger.execute(batch);
                return;
            } catch (MissingRows lacked) {
                damage.accept(lacked);
                int before = batch.size();
                admitAgain(lacked);
                requireFewer(batch.size(), before, lacked);
            }
        }
    }

    /**
     * Empties the batch and admits the same group again, without the transactions that touch these rows. Transactions
     * that were answered without a row keep their answers.
     */
    private void admitAgain(MissingRows lacked) {
        emptyBatch();
        missing = missing == null ? lacked : missing.and(lacked);
        RowRanges before = rows;
        rows = new RowRanges();
        before.forEach(this::admitAgain);
    }

    private void admitAgain(Submission submission, int i) {
        if (submission instanceof ReversalSubmission reversal) {
            admitReversal(reversal);
            return;
        }
        TransactionKey key = submission.key(i);
        admit(submission, i, key.client(), key.high(), key.low());
    }

    /** Without this, the attempts would never end. */
    static void requireFewer(int now, int before, MissingRows missing) {
        if (now >= before) {
            throw new IllegalStateException("the ledger reports missing rows that no transaction touches", missing);
        }
    }

    /** To be called when the executed batch is durable. Commits it in the ledger and remembers its keys. */
    void commit(UUID epoch, long position, int chainChecksum) {
        ledger.commit(epoch, position, chainChecksum);
        keys.remember(batch);
    }

    /** Copies the answers to a submission of the group. Submissions are answered in the order of admission. */
    void answer(Submission submission) {
        rows.answer(submission, batch);
    }

    /** Ends the group, in whatever state it is. */
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
