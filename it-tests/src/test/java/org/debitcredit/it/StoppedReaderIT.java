package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.Postings;
import org.debitcredit.client.PostingsFollower;
import org.debitcredit.transaction.LogPosition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a reader of the change stream that stops reading costs the writer: a bank at a fixed rate, in turn for a while
 * without a reader, and with one that has stopped. A reader that stopped at the beginning, which the bank disconnects
 * after {@code bank.network.send-max}, goes on from its cursor at the end, and gets everything. The comparison is
 * printed and not asserted.
 *
 * <pre>
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests -Dit.test=StoppedReaderIT -Dbank.it.follow.stopped-seconds=600
 * </pre>
 */
class StoppedReaderIT {

    private static final int ROUND_SECONDS = 20;
    /** Two of each kind, in which the server's JVM compiles. */
    private static final int WARM_UP_ROUNDS = 4;

    private static final int BATCH = 2_000;
    private static final int BATCHES_PER_SECOND = 100;
    private static final Duration MESSAGE_MAX = Duration.ofSeconds(30);

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    private Path folder;

    private final Random random = new Random(19);

    /** What one round took of the server for a transaction, and how long answers took. */
    private record Round(double processorMicros, double p99Millis, double longestMillis) {}

    @Test
    @EnabledIfSystemProperty(named = "bank.it.follow.stopped-seconds", matches = "\\d+")
    void whatAReaderThatStopsCostsTheWriter() throws Exception {
        int rounds = Math.max(WARM_UP_ROUNDS + 2, Integer.getInteger("bank.it.follow.stopped-seconds") / ROUND_SECONDS);
        TestedServer server = SERVERS.ready(ServerCommand.plain(folder.resolve("data"))
                .jvm("-Xmx1g")
                .option("--ledger", "memory")
                .option("--journal", "file")
                .property("bank.journal.fill-ahead", "64MB")
                .property("bank.history.retention", "1h"));
        List<Round> without = new ArrayList<>();
        List<Round> beside = new ArrayList<>();
        PostingsFollower.Connection connection = PostingsFollower.plaintext("127.0.0.1", server.grpcPort(), null);
        try (BankClient bank = BankClient.plaintext(
                "127.0.0.1", server.grpcPort(), new BankClient.Options(null, Duration.ofSeconds(30), true))) {
            round(server, bank);
            LogPosition stoppedAt;
            try (PostingsFollower stopped = connection.fromOldest()) {
                stoppedAt = readOnce(stopped);
                for (int round = 0; round < rounds; round++) {
                    // In the order without, beside, beside, without: the bank grows.
                    boolean isBeside = round % 4 == 1 || round % 4 == 2;
                    Round measured = isBeside ? besideStopped(server, bank, connection) : round(server, bank);
                    System.out.println("follow, reader stopped " + isBeside + ": " + measured);
                    if (round >= WARM_UP_ROUNDS) {
                        (isBeside ? beside : without).add(measured);
                    }
                }
            }
            long position = server.rest().totals().position();
            System.out.printf(
                    "follow: processor microseconds a transaction %s without, %s beside a reader that stopped; P99 of"
                            + " the batches %s and %s ms, the longest %s and %s ms%n",
                    median(without, Round::processorMicros),
                    median(beside, Round::processorMicros),
                    median(without, Round::p99Millis),
                    median(beside, Round::p99Millis),
                    median(without, Round::longestMillis),
                    median(beside, Round::longestMillis));
            assertThatTheRestIsRead(connection, stoppedAt, position);
        }
    }

    private static String median(List<Round> rounds, java.util.function.ToDoubleFunction<Round> value) {
        double[] sorted = rounds.stream().mapToDouble(value).sorted().toArray();
        return String.format("%.3f", (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2);
    }

    private static LogPosition readOnce(PostingsFollower reader) throws Exception {
        return Objects.requireNonNull(reader.next(MESSAGE_MAX)).cursor();
    }

    private Round besideStopped(TestedServer server, BankClient bank, PostingsFollower.Connection connection)
            throws Exception {
        long busyBefore = busyNanos(server);
        try (PostingsFollower stopped = connection.fromOldest()) {
            readOnce(stopped);
            return round(server, bank, busyBefore);
        }
    }

    private Round round(TestedServer server, BankClient bank) {
        return round(server, bank, busyNanos(server));
    }

    /** A round at the rate, whose times begin when each batch was to be sent. */
    private Round round(TestedServer server, BankClient bank, long busyBefore) {
        int batches = ROUND_SECONDS * BATCHES_PER_SECOND;
        long[] nanos = new long[batches];
        List<CompletableFuture<?>> answers = new ArrayList<>(batches);
        long begun = System.nanoTime();
        for (int i = 0; i < batches; i++) {
            int number = i;
            long due = begun + i * TimeUnit.SECONDS.toNanos(1) / BATCHES_PER_SECOND;
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            answers.add(bank.executeBatch(RandomBatches.next(random, BATCH)).thenAccept(outcomes -> {
                assertThat(outcomes.areAllCommitted()).isTrue();
                nanos[number] = System.nanoTime() - due;
            }));
        }
        answers.forEach(CompletableFuture::join);
        long busy = busyNanos(server) - busyBefore;
        Arrays.sort(nanos);
        return new Round(busy / 1e3 / batches / BATCH, nanos[batches * 99 / 100] / 1e6, nanos[batches - 1] / 1e6);
    }

    private static long busyNanos(TestedServer server) {
        return ProcessHandle.of(server.pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow()
                .toNanos();
    }

    private static void assertThatTheRestIsRead(
            PostingsFollower.Connection connection, LogPosition stoppedAt, long position) throws Exception {
        long next = stoppedAt.position() + 1;
        try (PostingsFollower reader = connection.after(stoppedAt)) {
            while (next <= position) {
                Postings received = Objects.requireNonNull(reader.next(MESSAGE_MAX));
                for (int i = 0; i < received.size(); i++) {
                    assertThat(received.position(i) == next++).isTrue();
                }
            }
        }
        System.out.println("follow: the reader that had stopped at " + stoppedAt.position() + " has everything through "
                + position);
    }
}
