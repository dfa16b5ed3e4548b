package org.debitcredit.it;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.BatchRefusedException;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Transaction;

/**
 * Clients at work, each with one request or batch in flight, writing the success file: some send batches over gRPC,
 * some singles over REST, until told to stop or until they get no answers any more. They share few accounts, so that
 * everything collides.
 */
final class ClientLoad implements AutoCloseable {

    private static final int BATCH_CLIENTS = 3;
    private static final int SINGLE_CLIENTS = 3;
    private static final int BATCH_MAX = 100;
    private static final int BATCH_SMALL_MAX = 10;
    private static final int ACCOUNTS = 20;
    private static final int AMOUNT_MAX = 50_000;
    private static final long END_MILLIS_MAX = 60_000;

    private final TestedServer server;
    private final ClientSuccessFile file;
    private final int batchMax;
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean stopped;

    private ClientLoad(TestedServer server, ClientSuccessFile file, int batchMax) {
        this.server = server;
        this.file = file;
        this.batchMax = batchMax;
    }

    static ClientLoad start(TestedServer server, ClientSuccessFile file, Random seeds) {
        return start(server, file, seeds, BATCH_MAX);
    }

    /** Of small batches: for a bank in memory, which is so fast that what it is to be judged by would be too much. */
    static ClientLoad startSmall(TestedServer server, ClientSuccessFile file, Random seeds) {
        return start(server, file, seeds, BATCH_SMALL_MAX);
    }

    private static ClientLoad start(TestedServer server, ClientSuccessFile file, Random seeds, int batchMax) {
        ClientLoad load = new ClientLoad(server, file, batchMax);
        for (int client = 0; client < BATCH_CLIENTS + SINGLE_CLIENTS; client++) {
            Random random = new Random(seeds.nextLong());
            boolean batches = client < BATCH_CLIENTS;
            load.clients.add(new Thread(() -> load.work(batches, random), "load-" + client));
        }
        load.clients.forEach(Thread::start);
        return load;
    }

    private void work(boolean batches, Random random) {
        try {
            if (batches) {
                sendBatches(random);
            } else {
                sendSingles(random);
            }
        } catch (IOException | RuntimeException gone) {
            // The server was killed or stopped: what is in flight stays so.
            return;
        }
    }

    private void sendBatches(Random random) throws IOException {
        try (BankClient bank = BankClient.plaintext("127.0.0.1", server.grpcPort(), BankClient.Options.NONE)) {
            while (!stopped) {
                List<Sent> batch = new ArrayList<>();
                for (int size = 1 + random.nextInt(batchMax); size > 0; size--) {
                    batch.add(any(random));
                }
                if (!take(batch, () -> execute(bank, batch))) {
                    return;
                }
            }
        }
    }

    static List<Outcome> execute(BankClient bank, List<Sent> batch) {
        try {
            return bank.executeBatch(Sent.requests(batch)).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof BatchRefusedException) {
                return batch.stream()
                        .<Outcome>map(sent -> new Outcome.Failed(Failure.NOT_EXECUTED))
                        .toList();
            }
            throw e;
        }
    }

    private void sendSingles(Random random) throws IOException {
        RestBank bank = server.rest();
        while (!stopped) {
            List<Sent> one = List.of(any(random));
            if (!take(one, () -> List.of(bank.execute(one.get(0))))) {
                return;
            }
        }
    }

    private interface Answers {
        List<Outcome> get() throws IOException;
    }

    /** Sends and notes; answers whether the bank still executes. */
    private boolean take(List<Sent> batch, Answers answers) throws IOException {
        file.sending(batch);
        List<Outcome> outcomes = answers.get();
        file.answered(batch, outcomes);
        return outcomes.stream().noneMatch(Outcome.Failed.class::isInstance);
    }

    /** Of all types, refusals among them; a few ids do not exist. */
    private static Sent any(Random random) {
        long teller = id(random, 10);
        long account = id(random, ACCOUNTS);
        long amount = 1 + random.nextInt(AMOUNT_MAX);
        Transaction transaction = switch (random.nextInt(5)) {
            case 0 -> Transaction.deposit(teller, account, amount);
            case 1 -> Transaction.withdrawal(teller, account, amount);
            case 2 -> Transaction.transfer(teller, account, account == 0 ? 1 : 0, amount);
            case 3 -> Transaction.debitCredit(random.nextInt(20) == 0 ? 999 : teller, account, amount);
            default -> Transaction.debitCredit(teller, account, -amount);
        };
        return Sent.of(transaction, random);
    }

    private static long id(Random random, int perBranch) {
        return random.nextInt(ServerCommand.BRANCHES) * 1_000_000L + random.nextInt(perBranch);
    }

    /** Waits until no client works any more: the server answers none of them. */
    void awaitEnd() {
        try {
            for (Thread client : clients) {
                client.join(END_MILLIS_MAX);
                if (client.isAlive()) {
                    throw new AssertionError(client.getName() + " still waits for an answer");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets every client finish what it sent. */
    @Override
    public void close() {
        stopped = true;
        awaitEnd();
    }
}
