package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.BatchOutcomes;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Java clients that live through kills and orderly stops of their bank, and send again what is unanswered: whatever
 * they are told in the end is true, and nothing is executed twice. {@code -Dbank.it.resend-ends=50} ends the bank more
 * often.
 */
@EnabledIfSystemProperty(
        named = "bank.it.resend-ends",
        matches = "\\d+",
        disabledReason = "takes longer than a build may: -Dbank.it.resend-ends=50")
@Timeout(3_600)
class ResendIT {

    private static final int ENDS = Integer.getInteger("bank.it.resend-ends", 0);
    private static final int CLIENTS = 4;
    private static final int IN_FLIGHT = 4;
    private static final int BATCH = 2;
    private static final Outcome NOT_EXECUTED = new Outcome.Failed(Failure.NOT_EXECUTED);
    private static final Duration RESEND_FOR = Duration.ofSeconds(60);

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    private volatile boolean isOver;

    @Test
    void whoSendsAgainThroughTheEndsOfItsBankIsToldTheTruth() throws Exception {
        ServerCommand command = ServerCommand.over(folder.resolve("data"))
                .option("--ledger", "memory")
                .property("bank.snapshot.replay-max", "10ms");
        TestedServer server = SERVERS.ready(command);
        command.option("--grpc-port", server.grpcPort());
        List<Depositor> depositors = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            depositors.add(new Depositor(i, server.grpcPort()));
        }
        Random random = new Random(5);
        for (int end = 0; end < ENDS; end++) {
            awaitAnswers(depositors);
            TimeUnit.MILLISECONDS.timedJoin(depositors.get(0).thread, 1 + random.nextInt(300));
            if (end % 3 == 2) {
                assertThat(server.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
            } else {
                server.kill9();
            }
            server = SERVERS.ready(command);
        }
        awaitAnswers(depositors);
        isOver = true;
        requireTrue(server.rest(), depositors);
    }

    /** Everybody has answers of this life. */
    private static void awaitAnswers(List<Depositor> depositors) throws InterruptedException {
        for (Depositor depositor : depositors) {
            long before = depositor.committed;
            while (depositor.committed < before + 2 * IN_FLIGHT * BATCH && depositor.thread.isAlive()) {
                TimeUnit.MILLISECONDS.timedJoin(depositor.thread, 5);
            }
        }
    }

    private static void requireTrue(RestBank rest, List<Depositor> depositors) throws Exception {
        long committed = 0;
        long notExecuted = 0;
        for (Depositor depositor : depositors) {
            depositor.thread.join();
            assertThat(depositor.told).isEmpty();
            assertThat(rest.get("/v1/accounts/" + depositor.account)
                            .json()
                            .path("balance")
                            .asLong())
                    .as("each deposit of %s counts once", depositor.thread.getName())
                    .isEqualTo(depositor.committed);
            committed += depositor.committed;
            notExecuted += depositor.notExecuted;
        }
        assertThat(rest.get("/v1/totals").json().path("holds").asBoolean()).isTrue();
        assertThat(rest.get("/v1/bank").json().path("position").asLong()).isEqualTo(committed);
        System.out.printf(
                "resend: %,d deposits through %d ends of the bank, and %,d not executed%n",
                committed, ENDS, notExecuted);
    }

    /** Sends batches of deposits of 1 in an account of its own, in the order of an even number or without. */
    private final class Depositor implements Runnable {

        final long account;
        final Thread thread;
        final List<String> told = new ArrayList<>();
        volatile long committed;
        volatile long notExecuted;
        private final Random random;
        private final BankClient bank;

        Depositor(int number, int port) {
            account = 1 + number;
            random = new Random(number);
            bank = BankClient.plaintext("127.0.0.1", port, new BankClient.Options(null, RESEND_FOR, number % 2 == 0));
            thread = new Thread(this, "depositor-" + number);
            thread.start();
        }

        @Override
        public void run() {
            Queue<CompletableFuture<BatchOutcomes>> inFlight = new ArrayDeque<>();
            try (bank) {
                while (!isOver) {
                    inFlight.add(bank.executeBatch(batch()));
                    if (inFlight.size() == IN_FLIGHT) {
                        take(inFlight.remove());
                    }
                }
                while (!inFlight.isEmpty()) {
                    take(inFlight.remove());
                }
            } catch (RuntimeException e) {
                told.add(e.toString());
            }
        }

        private void take(CompletableFuture<BatchOutcomes> outcomes) {
            BatchOutcomes answer = outcomes.join();
            if (answer.areAllCommitted()) {
                committed += answer.size();
            } else if (answer.stream().allMatch(NOT_EXECUTED::equals)) {
                // What was sent first while the bank opened. The sums show whether it is true.
                notExecuted += answer.size();
            } else {
                told.add(answer.notCommitted());
            }
        }

        private RequestColumns batch() {
            RequestColumns batch = new RequestColumns(BATCH);
            for (int row = 0; row < BATCH; row++) {
                batch.addContent(TransactionType.DEPOSIT.code(), 1, account, -1, 1);
            }
            TransactionKey first = TransactionKey.of(
                    0,
                    TransactionKey.uuidV7(
                            System.currentTimeMillis(), random.nextLong(), random.nextLong() & -(1L << 20)));
            batch.keys.add(0, first.high(), first.low(), BATCH);
            return batch;
        }
    }
}
