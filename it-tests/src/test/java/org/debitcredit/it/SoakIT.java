package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * A service under load for a long time: no answer takes over a second, memory and disk stay as they are. Not in the
 * build; about two and a half hours with
 *
 * <pre>
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests -Dit.test=SoakIT -Dbank.it.soak-minutes=30
 * </pre>
 *
 * or one of them with {@code -Dit.test=SoakIT#memoryLedger}.
 */
@EnabledIfSystemProperty(
        named = "bank.it.soak-minutes",
        matches = "\\d+",
        disabledReason = "takes hours: -Dbank.it.soak-minutes=30")
class SoakIT {

    /** Long enough for snapshots, for an archive at its limit, and for a disk whose cache is full. */
    private static final int PEAK_SECONDS = 180;

    private static final int PROJECTION_PEAK_SECONDS = 30;
    private static final int PEAK_PERCENT = 80;

    /** Of an H2 ledger's peak: its heap is small, and the load takes its part of the same processors. */
    private static final int PEAK_PERCENT_OF_H2 = 60;

    /** Transactions a second: several times what a projection takes, and soon caught up with. */
    private static final long MORE_THAN_IT_TAKES = 200_000;

    private static final long ANSWER_MICROS_MAX = 1_000_000;
    private static final double GROWTH_MAX = 1.15;
    /** Of all but the heap, which has its whole size from the start: buffers and the JVM's own. */
    private static final long MEMORY_GROWTH_BYTES_MAX = 64L << 20;

    private static final Duration CATCH_UP_MAX = Duration.ofMinutes(20);

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    /** On a disk, where others are in memory. */
    @TempDir(factory = TempDirFactory.Standard.class)
    Path folder;

    private final int minutes = Integer.getInteger("bank.it.soak-minutes", 0);

    private ServerCommand command(String ledger, String heap) {
        return ServerCommand.plain(folder.resolve("data"))
                .jvm(
                        "-Xms" + heap,
                        "-Xmx" + heap,
                        "-XX:+AlwaysPreTouch",
                        "-Xlog:gc:file=" + collections() + "::filecount=0")
                .option("--branches", 100)
                .option("--journal", "file")
                .option("--ledger", ledger)
                .property("bank.journal.fill-ahead", "64MB");
    }

    private Path collections() {
        return folder.resolve("collections.log");
    }

    private SoakWatch watch(TestedServer server) {
        return new SoakWatch(server, folder.resolve("data"), collections());
    }

    /** Memory ledger, archive bounded, a backup every five minutes with one kept, a projection that cannot follow. */
    @Test
    void memoryLedger() throws Exception {
        TestedServer server = SERVERS.ready(command("memory", "2g")
                .property("bank.journal.bytes-max", "4GB")
                .property("bank.history.archive-bytes-max", "2GB")
                .property("bank.backup.keep", 1)
                .option("--projection", "jdbc:sqlite:" + folder.resolve("projection.sqlite"))
                .property("bank.projection.backlog-max", "1GB"));
        long rate = peak(server) * PEAK_PERCENT / 100;
        try (SoakWatch watch = watch(server);
                BenchProcess load = BenchProcess.start(server, minutes * 60, rate)) {
            for (int minute = 5; minute < minutes && load.isAlive(); minute += 5) {
                pause(Duration.ofMinutes(5), load);
                backup(server);
            }
            assertSteady("memory ledger", load.await(), watch);
        }
        assertThat(server.log()).contains("the projection has ended", "bank.projection.backlog-max");
        assertThat(server.rest().totals().holds()).isTrue();
        assertThat(server.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
    }

    /** At four fifths of what the projection takes; it is away for ten minutes and catches up. */
    @Test
    void projectionAway() throws Exception {
        try (DatabaseServer database = new KillablePostgres(folder.resolve("database"))) {
            SqlDatabase where = database.create();
            TestedServer server = SERVERS.ready(command("memory", "2g")
                    .option("--projection", where.url())
                    .property("bank.projection.user", where.user())
                    .property("bank.journal.bytes-max", "40GB")
                    .property("bank.projection.backlog-max", "20GB"));
            long rate = projectionRate(server) * PEAK_PERCENT / 100;
            try (SoakWatch watch = watch(server);
                    BenchProcess load = BenchProcess.start(server, minutes * 60, rate)) {
                pause(Duration.ofMinutes(minutes / 3), load);
                database.kill9();
                pause(Duration.ofMinutes(minutes / 3), load);
                database.restart();
                JsonNode measured = load.await();
                assertAnswers("projection away", measured);
                long begun = System.nanoTime();
                await().atMost(CATCH_UP_MAX).pollInterval(Duration.ofSeconds(1)).until(() -> lag(server) == 0);
                System.out.printf(
                        "the projection caught up within %d s of the end of the load%n",
                        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun));
                assertMemory("projection away", watch);
            }
            assertThat(server.rest().totals().holds()).isTrue();
        }
    }

    /** H2 in memory with a heap of 1 GB: the history is bounded, so the heap does not fill. */
    @Test
    void smallHeap() throws Exception {
        TestedServer server = SERVERS.ready(command("h2", "1g")
                .option("--branches", 10)
                .property("bank.journal.bytes-max", "1280MB")
                .property("bank.history.archive-bytes-max", "512MB"));
        long rate = peak(server) * PEAK_PERCENT_OF_H2 / 100;
        try (SoakWatch watch = watch(server);
                BenchProcess load = BenchProcess.start(server, minutes * 60, rate)) {
            assertSteady("H2 in memory, 1 GB of heap", load.await(), watch);
        }
        assertThat(server.rest().totals().holds()).isTrue();
    }

    private static long peak(TestedServer server) {
        try (BenchProcess load = BenchProcess.start(server, PEAK_SECONDS, 0)) {
            JsonNode measured = load.await();
            System.out.println("peak: " + measured);
            return measured.required("tps").longValue();
        }
    }

    /** Transactions a second that the projection takes while there is more than it can take. */
    private static long projectionRate(TestedServer server) throws IOException {
        try (BenchProcess load = BenchProcess.start(server, PROJECTION_PEAK_SECONDS, MORE_THAN_IT_TAKES)) {
            load.await();
        }
        long before = lag(server);
        long begun = System.nanoTime();
        Awaitility.await()
                .atMost(CATCH_UP_MAX)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> lag(server) < before / 10);
        double seconds = (System.nanoTime() - begun) / 1e9;
        long rate = (long) ((before - lag(server)) / seconds);
        System.out.println("the projection takes " + rate + " transactions a second");
        return rate;
    }

    private static long lag(TestedServer server) throws IOException {
        return (long) server.rest()
                .get("/actuator/metrics/bank.projection.lag")
                .json()
                .required("measurements")
                .get(0)
                .required("value")
                .doubleValue();
    }

    /** The service deletes the one before. The JVM has the option that {@code ./bank} gives it. */
    private static void backup(TestedServer server) {
        CommandRun run = CommandRun.of(
                List.of(
                        Artifacts.java().toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        Artifacts.serverJar().toString(),
                        "backup",
                        "--url",
                        "http://127.0.0.1:" + server.httpPort()),
                Map.of());
        assertThat(run.exitCode()).as(run.toString()).isZero();
    }

    private static void pause(Duration time, BenchProcess load) {
        long end = System.nanoTime() + time.toNanos();
        await().atMost(time.plusMinutes(1))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> System.nanoTime() - end >= 0 || !load.isAlive());
    }

    private static void assertAnswers(String name, JsonNode measured) {
        System.out.println(name + ": " + measured);
        assertThat(measured.required("invariantsHold").booleanValue()).isTrue();
        assertThat(measured.required("maxMicros").longValue())
                .as("longest answer, microseconds")
                .isLessThanOrEqualTo(ANSWER_MICROS_MAX);
    }

    private static void assertMemory(String name, SoakWatch watch) {
        long early = watch.largest(SoakWatch.Look::memoryBytes, 2, 5);
        long late = watch.largest(SoakWatch.Look::memoryBytes, 7, 10);
        System.out.printf("%s: memory %d MB, later %d MB%n", name, early >> 20, late >> 20);
        assertThat(late - early).as("growth of memory, bytes").isLessThanOrEqualTo(MEMORY_GROWTH_BYTES_MAX);
        long live = watch.smallest(SoakWatch.Look::liveBytes, 2, 5);
        long liveLater = watch.smallest(SoakWatch.Look::liveBytes, 7, 10);
        System.out.printf("%s: live %d MB, later %d MB%n", name, live >> 20, liveLater >> 20);
        assertThat((double) liveLater).as("least that the heap held, bytes").isBetween(1.0, live * GROWTH_MAX);
    }

    private static void assertSteady(String name, JsonNode measured, SoakWatch watch) {
        assertAnswers(name, measured);
        assertMemory(name, watch);
        long early = watch.largest(SoakWatch.Look::diskBytes, 2, 5);
        long late = watch.largest(SoakWatch.Look::diskBytes, 7, 10);
        System.out.printf("%s: disk %d MB, later %d MB%n", name, early >> 20, late >> 20);
        assertThat((double) late).as("disk, bytes").isLessThanOrEqualTo(early * GROWTH_MAX);
    }
}
