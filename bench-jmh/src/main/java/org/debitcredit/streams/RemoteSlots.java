package org.debitcredit.streams;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.BatchOutcomes;
import org.debitcredit.console.FailureText;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.workload.DebitCreditWorkload;
import org.jspecify.annotations.Nullable;

/** Slots that send to a service over gRPC: batches on a stream, or each transaction in a call of its own. */
final class RemoteSlots {

    private RemoteSlots() {}

    static Slot batch(BankClient client, int size) {
        return new Batch(client, size);
    }

    static Slot call(BankClient client) {
        return new Call(client);
    }

    private static final class Batch extends Slot {
        private final BankClient client;
        private final DebitCreditBatch batch;

        Batch(BankClient client, int size) {
            this.client = client;
            batch = new DebitCreditBatch(size);
        }

        @Override
        void fill(DebitCreditWorkload workload, BatchKeys keys) {
            batch.fill(workload, keys);
        }

        @Override
        boolean trySend() {
            CompletableFuture<BatchOutcomes> outcomes = client.executeBatch(batch.requests());
            outcomes.whenComplete((answer, failure) -> answered(wrong(answer, failure)));
            return true;
        }

        private static @Nullable String wrong(@Nullable BatchOutcomes answer, @Nullable Throwable failure) {
            if (answer == null) {
                return "a batch failed: " + FailureText.of(Objects.requireNonNull(failure));
            }
            return answer.areAllCommitted() ? null : "of a batch " + answer.notCommitted();
        }
    }

    private static final class Call extends Slot {
        private final BankClient client;
        private @Nullable Transaction transaction;
        private @Nullable TransactionKey key;

        Call(BankClient client) {
            this.client = client;
        }

        @Override
        void fill(DebitCreditWorkload workload, BatchKeys keys) {
            keys.nextSingle();
            key = new TransactionKey(0, keys.high(), keys.low());
            transaction = workload.next();
        }

        @Override
        boolean trySend() {
            if (transaction == null || key == null) {
                throw new IllegalStateException("no request was filled in");
            }
            CompletableFuture<BankClient.Executed> outcome = client.execute(transaction, key);
            outcome.whenComplete((answer, failure) ->
                    answered(failure != null ? "a DebitCredit failed: " + FailureText.of(failure) : null));
            return true;
        }
    }
}
