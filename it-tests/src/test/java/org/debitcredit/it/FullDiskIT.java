package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full from the start, and one that fills under load. */
class FullDiskIT {

    private static final long FREE_BYTES = 1 << 20;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aServerOnAFullDiskRefusesToStart() throws IOException {
        try (SmallDisk disk = SmallDisk.mount(folder, "64k")) {
            TestedServer server = SERVERS.start(ServerCommand.over(disk.path().resolve("data")));
            assertThat(RefusesToStartIT.refusal(server, 1)).contains("bytes free");
        }
    }

    @Test
    void aDiskThatFillsStopsTheServerFailSafeAndLosesNothingAcknowledged() throws IOException {
        try (SmallDisk disk = SmallDisk.mount(folder, "48m");
                ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"))) {
            Path data = disk.path().resolve("data");
            // The keys of the default window would not fit the disk.
            TestedServer server = SERVERS.ready(ServerCommand.over(data).property("bank.key-window", 20_000));
            disk.leaveFree(FREE_BYTES);
            fill(server, file);
            assertThatItServesNothing(server);
            server.terminate();

            Path larger = folder.resolve("larger-disk");
            Folders.copy(data, larger);
            TestedServer restarted = SERVERS.ready(larger);
            assertThat(restarted.log()).contains("did not stop cleanly");
            System.out.println("full disk: " + new RestartCheck(file).judge(restarted));
        }
    }

    /** Works until readiness turns: clients whose requests fail still get answers, and continue. */
    private static void fill(TestedServer server, ClientSuccessFile file) {
        RestBank rest = server.rest();
        ClientLoad load = ClientLoad.start(server, file, new Random());
        try {
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> rest.get("/actuator/health/readiness").status() == 503);
        } finally {
            load.close();
        }
        assertThat(file.acknowledged()).isPositive();
    }

    private static void assertThatItServesNothing(TestedServer server) throws IOException {
        RestBank rest = server.rest();
        assertThat(server.isAlive()).isTrue();
        assertThat(rest.get("/actuator/health/liveness").status()).isEqualTo(200);
        assertThat(rest.post(Sent.of(Transaction.deposit(1, 1, 1))).status()).isIn(503, 504);
        assertThat(rest.get("/v1/accounts/1").status()).isEqualTo(503);
        try (GrpcBank grpc = server.grpc()) {
            assertThat(grpc.health()).isEqualTo(ServingStatus.NOT_SERVING);
        }
    }
}
