package org.debitcredit.streams;

import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Command;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionType;
import org.debitcredit.workload.DebitCreditWorkload;
import org.jspecify.annotations.Nullable;

/** Slots that submit to an engine in this process. They allocate nothing between one answer and the next. */
final class EngineSlots {

    private EngineSlots() {}

    static Slot of(TransactionEngine engine, int batch) {
        return batch == 1 ? new Single(engine) : new Batch(engine, batch);
    }

    private static final class Batch extends Slot {
        private final TransactionEngine engine;
        private final DebitCreditBatch batch;
        private final BatchSubmission submission;

        Batch(TransactionEngine engine, int size) {
            this.engine = engine;
            batch = new DebitCreditBatch(size);
            submission = new BatchSubmission(batch.requests(), this::home);
        }

        @Override
        void fill(DebitCreditWorkload workload, BatchKeys keys) {
            batch.fill(workload, keys);
        }

        @Override
        boolean trySend() {
            return engine.submit(submission);
        }

        private void home(BatchSubmission answered) {
            byte worst = 0;
            for (int i = 0; i < answered.size(); i++) {
                worst |= answered.outcome[i];
            }
            answered(wrong(engine, worst));
        }
    }

    private static final class Single extends Slot {
        private final TransactionEngine engine;
        private final SingleSubmission submission = new SingleSubmission(this::home);

        Single(TransactionEngine engine) {
            this.engine = engine;
        }

        @Override
        void fill(DebitCreditWorkload workload, BatchKeys keys) {
            keys.nextSingle();
            long teller = workload.teller();
            submission.ask(
                    TransactionType.DEBIT_CREDIT.code(),
                    teller,
                    workload.account(teller),
                    Transaction.NO_TARGET,
                    workload.amount(),
                    0,
                    keys.high(),
                    keys.low());
        }

        @Override
        boolean trySend() {
            return engine.submit((Command) submission);
        }

        private void home(SingleSubmission answered) {
            answered(wrong(engine, answered.outcomeCode()));
        }
    }

    private static @Nullable String wrong(TransactionEngine engine, byte outcome) {
        return outcome == Outcome.COMMITTED
                ? null
                : "a DebitCredit came back with outcome " + outcome + "; the engine was stopped by "
                        + engine.stoppedBy();
    }
}
