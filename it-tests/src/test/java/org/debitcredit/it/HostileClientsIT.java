package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server of 256 MB of heap and 512 descriptors under every kind of hostile client, one after the other, beside one that
 * means well. The build plays each for a moment; {@code -Dbank.it.hostile-seconds=60} plays each for a minute and holds the
 * honest client's answer times to 2 s at the 99th percentile.
 */
@Timeout(3_600)
class HostileClientsIT {

    private static final long SECONDS = Long.getLong("bank.it.hostile-seconds", 1);
    private static final boolean IS_LONG = SECONDS >= 30;
    private static final double P99_MILLIS_MAX = 2_000;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    @Test
    void whoMeansWellIsServedBesideEveryKindOfHostileClient() throws IOException {
        Path data = folder.resolve("data");
        ServerProcess server = SERVERS.ready(ServerCommand.over(data)
                .under(List.of("prlimit", "--nofile=512:512"))
                .jvm("-Xmx256m")
                .property("bank.key-window", 100_000)
                .property("bank.network.send-max", "2s")
                .property("bank.network.request-max", "5s"));
        long committed = 0;
        for (HostileClients.Kind kind : HostileClients.Kind.values()) {
            try (HonestClient honest = HonestClient.start(server.httpPort(), "127.0.0.1")) {
                HostileClients hostile = new HostileClients(server, "127.0.0.2", SECONDS);
                run(hostile, kind);
                awaitAnother(honest);
                System.out.printf("hostile: %s: %s; %s%n", kind, honest.figures(), memory(server));
                assertThat(honest.failure()).as(kind.toString()).isNull();
                if (IS_LONG) {
                    assertThat(honest.p99Millis()).as(kind.toString()).isLessThan(P99_MILLIS_MAX);
                }
                committed += honest.stop();
            }
        }
        RestBank rest = server.rest();
        assertThat(rest.get("/v1/accounts/1").json().path("balance").asLong())
                .as("every deposit counts once")
                .isEqualTo(committed);
        assertThat(rest.get("/v1/totals").json().path("holds").asBoolean()).isTrue();
        assertThat(rest.get("/actuator/health/liveness").status()).isEqualTo(200);
        assertThat(server.terminate()).isEqualTo(ServerProcess.ENDED_BY_SIGTERM);
        CommandRun verified = PreparedServer.run("verify", data.toString());
        assertThat(verified.exitCode()).as(verified.toString()).isZero();
    }

    private static void run(HostileClients hostile, HostileClients.Kind kind) {
        CompletableFuture.runAsync(() -> {
                    try {
                        hostile.be(kind);
                    } catch (IOException e) {
                        throw new CompletionException(e);
                    }
                })
                .join();
    }

    /** It is answered after them too. */
    private static void awaitAnother(HonestClient honest) {
        long before = honest.committed();
        org.awaitility.Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .pollInterval(50, TimeUnit.MILLISECONDS)
                .until(() -> honest.failure() != null || honest.committed() > before + 1);
    }

    private static String memory(ServerProcess server) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(server.pid()), "status")).stream()
                .filter(line -> line.startsWith("VmRSS") || line.startsWith("VmHWM"))
                .map(line -> line.replaceAll("\\s+", " "))
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }
}
