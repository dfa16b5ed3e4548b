package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.BatchOutcomes;
import org.debitcredit.client.Postings;
import org.debitcredit.client.PostingsFollower;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that follow a bank. In the build a reader is killed some times, and its server twice; the full proofs:
 *
 * <pre>
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests -Dit.test=FollowIT -Dbank.it.follow.kills=100
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests -Dit.test=FollowIT -Dbank.it.follow.postings=20000000
 * </pre>
 */
class FollowIT {

    private static final int SERVER_KILLS = 2;
    private static final int ACKNOWLEDGED = 600;
    private static final long ACKNOWLEDGED_MILLIS_MAX = 60_000;
    private static final Duration CAUGHT_UP_MAX = Duration.ofSeconds(60);
    private static final int BATCH = 8_000;
    private static final int IN_FLIGHT = 16;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    private Path folder;

    private final int kills = Integer.getInteger("bank.it.follow.kills", 4);
    private final long seed = Long.getLong("bank.it.seed", System.nanoTime());

    /** It keeps what it has handled together with its cursor, which is all that it has after its death. */
    private static final class Reader implements AutoCloseable {

        private final int port;
        private final Random random;
        private final List<UUID> handled = new ArrayList<>();
        private final Thread thread = new Thread(this::read, "reader");
        private @Nullable LogPosition cursor;
        private @Nullable Throwable failure;
        private int deaths;
        private volatile boolean stopped;

        Reader(int port, long seed) {
            this.port = port;
            this.random = new Random(seed);
            thread.start();
        }

        private void read() {
            try {
                while (!stopped) {
                    live();
                    died();
                }
            } catch (Throwable e) {
                failed(e);
            }
        }

        private void live() throws Exception {
            LogPosition from = cursor;
            PostingsFollower.Connection bank = PostingsFollower.plaintext("127.0.0.1", port, null);
            try (PostingsFollower follower = from == null ? bank.fromOldest() : bank.after(from)) {
                for (int messages = random.nextInt(40); messages > 0 && !stopped; messages--) {
                    Postings received = follower.next(Duration.ofMillis(50));
                    if (received != null && random.nextInt(8) == 0) {
                        return;
                    }
                    if (received != null) {
                        handle(received);
                    }
                }
            }
        }

        private synchronized void handle(Postings received) {
            for (int i = 0; i < received.size(); i++) {
                assertThat(received.position(i)).isEqualTo(handled.size() + 1);
                handled.add(received.key(i));
            }
            cursor = received.cursor();
        }

        private synchronized void died() {
            deaths++;
        }

        private synchronized void failed(Throwable cause) {
            failure = cause;
        }

        synchronized int deaths() {
            assertThat(failure).isNull();
            return deaths;
        }

        synchronized List<UUID> handled() {
            assertThat(failure).isNull();
            return List.copyOf(handled);
        }

        @Override
        public void close() {
            stopped = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void aReaderThatIsKilledHasEveryTransactionOnceThoughItsServerIsKilledToo() throws Exception {
        System.out.println("reader killed " + kills + " times, seed " + seed);
        int port = freePort();
        Random random = new Random(seed);
        try (ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"));
                Reader reader = new Reader(port, seed)) {
            TestedServer server = SERVERS.ready(command(port, "chronicle"));
            for (int kill = 0; kill < SERVER_KILLS; kill++) {
                try (ClientLoad killed = ClientLoad.startSmall(server, file, random)) {
                    more(file);
                    server.kill9();
                    killed.awaitEnd();
                }
                server = SERVERS.ready(command(port, kill % 2 == 0 ? "file" : "chronicle"));
            }
            ClientLoad load = ClientLoad.startSmall(server, file, random);
            try {
                more(file);
                await().atMost(CAUGHT_UP_MAX).until(() -> reader.deaths() >= kills);
            } finally {
                load.close();
            }
            long position = server.rest().totals().position();
            await().atMost(CAUGHT_UP_MAX).until(() -> reader.handled().size() >= position);
            assertThatItIsEverything(reader.handled(), position, file.read());
            assertThatTheCommandContinues(port, position);
            System.out.println("follow: " + position + " transactions, reader killed " + reader.deaths() + " times");
        } catch (AssertionError | Exception e) {
            throw new AssertionError("with -Dbank.it.seed=" + seed + ": " + e.getMessage(), e);
        }
    }

    private static void more(ClientSuccessFile file) throws InterruptedException {
        assertThat(file.awaitAcknowledged(file.acknowledged() + ACKNOWLEDGED, ACKNOWLEDGED_MILLIS_MAX))
                .as("the bank answers")
                .isTrue();
    }

    private ServerCommand command(int port, String journal) {
        return ServerCommand.over(folder.resolve("data"))
                .cuttingItsJournal(journal, "memory")
                .property("bank.history.retention", "1h")
                .option("--grpc-port", port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    private static void assertThatItIsEverything(List<UUID> handled, long position, Known known) {
        assertThat(handled).hasSize((int) position);
        assertThat(new HashSet<>(handled)).hasSameSizeAs(handled);
        assertThat(known.sent().keySet()).containsAll(handled);
        for (Map.Entry<UUID, Outcome> answer : known.acknowledged().entrySet()) {
            long at = answer.getValue() instanceof Outcome.Committed committed
                    ? committed.position()
                    : ((Outcome.Refused) answer.getValue()).position();
            assertThat(handled.get((int) at - 1)).isEqualTo(answer.getKey());
        }
    }

    private void assertThatTheCommandContinues(int port, long position) {
        String[] command = {
            "follow",
            "--once",
            "--url",
            "127.0.0.1:" + port,
            "--cursor-file",
            folder.resolve("cursor").toString()
        };
        CommandRun first = PreparedServer.run(command);
        assertThat(first.exitCode()).as(first.stderr()).isZero();
        List<String> lines = first.stdout().lines().toList();
        assertThat(lines).hasSize((int) position);
        assertThat(JsonText.parse(lines.get((int) position - 1))
                        .required("position")
                        .longValue())
                .isEqualTo(position);
        CommandRun second = PreparedServer.run(command);
        assertThat(second.exitCode()).as(second.stderr()).isZero();
        assertThat(second.stdout()).isEmpty();
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.follow.postings", matches = "\\d+")
    void oneReaderReceivesAMillionPostingsASecond() throws Exception {
        long postings = Long.getLong("bank.it.follow.postings");
        TestedServer server = SERVERS.ready(ServerCommand.plain(folder.resolve("data"))
                .jvm("-Xmx2g")
                .option("--ledger", "memory")
                .option("--journal", "file")
                .property("bank.journal.fill-ahead", "64MB"));
        fill(server.grpcPort(), postings);
        for (int round = 0; round < 3; round++) {
            System.out.printf("follow: %,.0f postings a second%n", read(server.grpcPort(), postings));
        }
        assertThat(read(server.grpcPort(), postings)).isGreaterThan(1_000_000);
    }

    private static void fill(int port, long postings) {
        List<CompletableFuture<BatchOutcomes>> answers = new ArrayList<>();
        Random random = new Random(3);
        try (BankClient bank =
                BankClient.plaintext("127.0.0.1", port, new BankClient.Options(null, Duration.ofSeconds(30), true))) {
            for (long sent = 0; sent < postings; sent += BATCH) {
                answers.add(bank.executeBatch(RandomBatches.next(random, BATCH)));
                if (answers.size() >= IN_FLIGHT) {
                    assertThat(answers.remove(0).join().areAllCommitted()).isTrue();
                }
            }
            answers.forEach(
                    answer -> assertThat(answer.join().areAllCommitted()).isTrue());
        }
    }

    private static double read(int port, long postings) throws Exception {
        long begun = System.nanoTime();
        long sum = 0;
        long read = 0;
        try (PostingsFollower follower =
                PostingsFollower.plaintext("127.0.0.1", port, null).fromOldest()) {
            while (read < postings) {
                Postings received = Objects.requireNonNull(follower.next(Duration.ofSeconds(10)));
                for (int i = 0; i < received.size(); i++) {
                    sum += received.amountMinor(i);
                }
                read += received.size();
            }
        }
        assertThat(sum).isPositive();
        return read * 1e9 / (System.nanoTime() - begun);
    }
}
