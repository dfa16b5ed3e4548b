package org.debitcredit.engine;

import java.util.UUID;
import java.util.function.Consumer;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.TransactionBatch;

/**
 * The deterministic part of the engine: decides the transactions of one group after the other against the ledger and the
 * known keys, and answers them. It has no clock, no randomness, no thread and no journal: position and time are given. The
 * writer drives it, with an append and a force between execute and commit; a replicated log can drive the same part.
 *
 * <pre>
 *   begin     the group's first position and its time
 *   admit     each submission, by its keys: a row of the batch, a stored answer, or a refusal
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
    private final Admission admission;

    TransactionStateMachine(Ledger ledger, IdempotencyWindow keys, int groupMax) {
        this.ledger = ledger;
        this.keys = keys;
        this.batch = new TransactionBatch(groupMax);
        this.admission = new Admission(keys, batch);
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

    /** Takes a submission into the group, which has room for it. */
    void admit(Submission submission) {
        if (submission instanceof BatchSubmission several) {
            admission.admit(several);
        } else if (submission instanceof SingleSubmission single) {
            admission.admit(single);
        }
    }

    /**
     * Executes the batch. What touches rows that the ledger lacks is answered as failed, and leaves the batch, which may be
     * empty then.
     *
     * @param damage is told of rows that the ledger lacks
     */
    void execute(Consumer<MissingRows> damage) {
        while (!batch.isEmpty()) {
            try {
                ledger.execute(batch);
                return;
            } catch (MissingRows missing) {
                damage.accept(missing);
                int rows = batch.size();
                admission.admitAgain(missing);
                requireFewer(batch.size(), rows, missing);
            }
        }
    }

    /** Or it would be tried for ever. */
    static void requireFewer(int now, int before, MissingRows missing) {
        if (now >= before) {
            throw new IllegalStateException("the ledger lacks rows that nobody touches", missing);
        }
    }

    /** The executed batch is durable: commits it in the ledger, and remembers its keys. */
    void commit(UUID epoch, long position, int chainChecksum) {
        ledger.commit(epoch, position, chainChecksum);
        keys.remember(batch);
    }

    /** Copies the answers to a submission of the group. Submissions are answered in the order of admission. */
    void answer(Submission submission) {
        admission.answer(submission);
    }

    /** Ends the group, however far it came. */
    void clear() {
        admission.clear();
    }
}
