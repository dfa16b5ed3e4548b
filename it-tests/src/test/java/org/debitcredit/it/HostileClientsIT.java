package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.debitcredit.it.HostileClients.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server of 256 MB of heap and 512 descriptors under every kind of hostile client, one after the other, beside
 * clients that mean well. The build plays each for a moment. {@code -Dbank.it.hostile-seconds=60} plays each for a
 * minute, plays them from the honest clients' own address too, and holds the honest clients' answer times to 2 s at the
 * 99th percentile. {@code -Dbank.it.hostile-kinds=RESETS,IDLE_HTTP} plays only these.
 */
@Timeout(7_200)
class HostileClientsIT {

    private static final long SECONDS = Long.getLong("bank.it.hostile-seconds", 0);
    private static final boolean IS_LONG = SECONDS >= 30;
    private static final long MOMENT_MILLIS = 300;
    private static final double P99_MILLIS_MAX = 2_000;
    private static final int LOG_LINES_MAX = 500;
    private static final EnumSet<Kind> HANDSHAKES = EnumSet.of(Kind.SLOW_HANDSHAKE_HTTP, Kind.SLOW_HANDSHAKE_GRPC);
    private static final Set<Kind> CHOSEN = chosen(System.getProperty("bank.it.hostile-kinds", ""));

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    private static Set<Kind> chosen(String names) {
        return names.isEmpty()
                ? EnumSet.allOf(Kind.class)
                : Stream.of(names.split(",")).map(Kind::valueOf).collect(Collectors.toSet());
    }

    /** The chosen ones of some kinds; where there are none, the test is skipped. */
    private static Set<Kind> chosenOf(Set<Kind> kinds) {
        EnumSet<Kind> chosen = EnumSet.copyOf(kinds);
        chosen.retainAll(CHOSEN);
        assumeThat(chosen).as("kinds that were chosen").isNotEmpty();
        return chosen;
    }

    private ServerCommand command() {
        return ServerCommand.over(folder.resolve("data"))
                .under(List.of("prlimit", "--nofile=512:512"))
                .jvm("-Xmx256m")
                .property("bank.key-window", 100_000)
                .property("bank.network.send-max", "2s")
                .property("bank.network.request-max", "5s");
    }

    @Test
    void whoMeansWellIsServedBesideEveryKindOfHostileClient() throws IOException {
        Set<Kind> kinds = chosenOf(EnumSet.complementOf(HANDSHAKES));
        TestedServer server = SERVERS.ready(command());
        long committed = 0;
        for (Kind kind : kinds) {
            try (HonestClient rest = HonestClient.start(new HonestRest(server.httpPort(), true));
                    HonestClient grpc = HonestClient.overGrpc(server.grpc())) {
                play(kind, server, "127.0.0.2", rest, grpc);
                committed += rest.stop() + grpc.stop();
            }
        }
        requireInOrder(server, committed);
    }

    /** Whoever has a connection keeps it, though others take all that the address may have. */
    @Test
    void openConnectionsOfTheSameAddressAreServedOn() throws IOException {
        assumeThat(IS_LONG).as("a long round").isTrue();
        Set<Kind> kinds = chosenOf(EnumSet.complementOf(HANDSHAKES));
        TestedServer server = SERVERS.ready(command());
        try (HonestClient rest = HonestClient.start(new HonestRest(server.httpPort(), false));
                HonestClient grpc = HonestClient.overGrpc(server.grpc())) {
            awaitAnother(rest, grpc);
            for (Kind kind : kinds) {
                play(kind, server, "127.0.0.1", rest, grpc);
            }
            requireInOrder(server, rest.stop() + grpc.stop());
        }
    }

    @Test
    void handshakesThatNeverEndKeepNobodyOut() throws Exception {
        Set<Kind> kinds = chosenOf(HANDSHAKES);
        Tls tls = Tls.make(folder);
        TestedServer server = SERVERS.ready(tls.on(command()));
        for (Kind kind : kinds) {
            try (HonestClient grpc =
                    HonestClient.overGrpc(GrpcBank.on(server.grpcPort(), null, tls.channelCredentials()))) {
                play(kind, server, "127.0.0.2", grpc);
            }
        }
        assertThat(server.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
    }

    private static void play(Kind kind, TestedServer server, String from, HonestClient... honest) throws IOException {
        new HostileClients(server, from, Math.max(MOMENT_MILLIS, SECONDS * 1_000)).be(kind);
        awaitAnother(honest);
        for (HonestClient client : honest) {
            System.out.printf("hostile: %s from %s: %s; %s%n", kind, from, client.figures(), memory(server));
            assertThat(client.failure()).as(kind.toString()).isNull();
            if (IS_LONG) {
                assertThat(client.p99Millis()).as(kind.toString()).isLessThan(P99_MILLIS_MAX);
            }
        }
    }

    /** They are answered after the hostile ones too. */
    private static void awaitAnother(HonestClient... honest) {
        for (HonestClient client : honest) {
            long before = client.committed();
            await().atMost(60, TimeUnit.SECONDS)
                    .pollInterval(50, TimeUnit.MILLISECONDS)
                    .until(() -> client.failure() != null || client.committed() > before + 1);
        }
    }

    private void requireInOrder(TestedServer server, long committed) throws IOException {
        RestBank rest = server.rest();
        assertThat(rest.get("/v1/accounts/1").json().path("balance").asLong())
                .as("every deposit counts once")
                .isEqualTo(committed);
        assertThat(rest.get("/v1/totals").json().path("holds").asBoolean()).isTrue();
        assertThat(rest.get("/actuator/health/liveness").status()).isEqualTo(200);
        assertThat(server.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        assertThat(server.log()).as("buffers that nobody gave back").doesNotContain("LEAK");
        assertThat(server.log().lines().count())
                .as(() -> "lines that clients had logged, the most frequent first: " + mostFrequent(server.log()))
                .isLessThan(LOG_LINES_MAX);
        CommandRun verified =
                PreparedServer.run("verify", folder.resolve("data").toString());
        assertThat(verified.exitCode()).as(verified.toString()).isZero();
    }

    /** Lines without their numbers, and how often each was logged. */
    private static List<Map.Entry<String, Long>> mostFrequent(String log) {
        return log
                .lines()
                .collect(Collectors.groupingBy(
                        line -> line.replaceAll("[0-9a-f]*[0-9][0-9a-f]*", "#"), Collectors.counting()))
                .entrySet()
                .stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(10)
                .toList();
    }

    private static String memory(TestedServer server) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(server.pid()), "status")).stream()
                .filter(line -> line.startsWith("VmRSS") || line.startsWith("VmHWM"))
                .map(line -> line.replaceAll("\\s+", " "))
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }
}
