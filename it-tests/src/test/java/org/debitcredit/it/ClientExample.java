package org.debitcredit.it;

// begin of the example
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.BatchOutcomes;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;

/** Deposits money, one transaction in a call of its own, and then batches as fast as the bank takes them. */
final class ClientExample {

    private static final int BATCHES = 20;
    private static final int ROWS = 1_000;

    static long deposit(String host, int port, long teller, long account) {
        // What is in flight when the connection breaks is sent again for 30 s, under the same keys.
        BankClient.Options options = new BankClient.Options(null, Duration.ofSeconds(30), false);
        try (BankClient bank = BankClient.plaintext(host, port, options)) {
            Transaction first = Transaction.deposit(teller, account, 12_500).with(Reference.of("opening 17"));
            bank.execute(first, newKey()).join();

            List<CompletableFuture<BatchOutcomes>> answers = new ArrayList<>();
            for (int batch = 0; batch < BATCHES; batch++) {
                RequestColumns deposits = new RequestColumns(ROWS);
                for (int row = 0; row < ROWS; row++) {
                    deposits.add(Transaction.deposit(teller, account, 1), newKey());
                }
                // Back-pressure: a batch that cannot leave would only wait in this process's memory.
                bank.whenReady().join();
                answers.add(bank.executeBatch(deposits));
            }
            for (CompletableFuture<BatchOutcomes> answer : answers) {
                if (!answer.join().areAllCommitted()) {
                    throw new IllegalStateException("a deposit was refused");
                }
            }
            return 12_500 + (long) BATCHES * ROWS;
        }
    }

    /** Made with the transaction, and kept until its outcome is known. */
    private static TransactionKey newKey() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        UUID uuid = TransactionKey.uuidV7(System.currentTimeMillis(), random.nextLong(), random.nextLong());
        return TransactionKey.of(0, uuid);
    }
}
