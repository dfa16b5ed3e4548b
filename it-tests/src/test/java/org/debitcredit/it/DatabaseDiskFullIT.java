package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The disk of the database fills under load; the journal's has room. The bank waits for room as it waits for a database
 * that is unreachable: it continues if there is room within the limit, and otherwise it stops. Nothing acknowledged is
 * lost.
 *
 * <pre>
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests -Dit.test=DatabaseDiskFullIT,LedgerMoveIT -Dbank.it.all=true
 * </pre>
 */
@EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
class DatabaseDiskFullIT {

    private static final long FREE_BYTES = 1 << 20;
    private static final Duration FULL_MAX = Duration.ofSeconds(60);
    private static final long ACKNOWLEDGED = 1_000;
    private static final long ACKNOWLEDGED_MILLIS_MAX = 60_000;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    private Path folder;

    /** What has no room. */
    private enum Full {
        /** The file and its log: statements fail. */
        SQLITE("16m") {
            @Override
            DatabaseServer start(Path disk, Path folder) {
                return new SqliteFile(disk);
            }

            @Override
            void afterRoom(DatabaseServer server) {}
        },

        /** The tables alone: statements fail. */
        POSTGRES_TABLES("32m") {
            @Override
            DatabaseServer start(Path disk, Path folder) {
                return KillablePostgres.withTablesIn(folder, disk);
            }

            @Override
            void afterRoom(DatabaseServer server) {}
        },

        /**
         * The log too: the server panics; if it has no room to recover in, it ends, and an operator starts it again.
         */
        POSTGRES("256m") {
            @Override
            DatabaseServer start(Path disk, Path folder) {
                return new KillablePostgres(disk);
            }

            @Override
            void afterRoom(DatabaseServer server) {
                ((KillablePostgres) server).restartIfEnded();
            }
        };

        private final String size;

        Full(String size) {
            this.size = size;
        }

        abstract DatabaseServer start(Path disk, Path folder);

        abstract void afterRoom(DatabaseServer server);
    }

    @ParameterizedTest
    @EnumSource
    void theBankStopsAfterItsLimitAndNothingAcknowledgedIsLost(Full full) throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, full.size);
                DatabaseServer server = full.start(disk.path(), folder);
                Servers servers = SERVERS.endedBefore();
                ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"))) {
            SqlDatabase database = server.create();
            TestedServer service = servers.ready(command(database, "3s"));
            disk.leaveFree(FREE_BYTES);
            try (ClientLoad load = ClientLoad.start(service, file, new Random(5))) {
                await().atMost(FULL_MAX).until(() -> isStopped(service));
                load.awaitEnd();
            }
            assertThat(file.acknowledged()).isPositive();
            assertThat(service.log()).contains("the ledger's database did not come back within 3000ms");
            assertThat(service.rest()
                            .post(Sent.of(Transaction.deposit(1, 1, 1)))
                            .status())
                    .isIn(503, 504);
            service.terminate();

            disk.makeRoom();
            full.afterRoom(server);
            TestedServer restarted = servers.ready(command(database, "3s"));
            System.out.println("no room for " + full + ": " + new RestartCheck(file).judge(restarted));
        }
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("try") // the load works by being open
    void withRoomWithinTheLimitTheBankGoesOn(Full full) throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, full.size);
                DatabaseServer server = full.start(disk.path(), folder);
                Servers servers = SERVERS.endedBefore();
                ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"))) {
            TestedServer service = servers.ready(command(server.create(), "60s"));
            disk.leaveFree(FREE_BYTES);
            try (ClientLoad load = ClientLoad.start(service, file, new Random(6))) {
                await().atMost(FULL_MAX).until(() -> service.log().contains("the ledger's database is unreachable"));
                disk.makeRoom();
                full.afterRoom(server);
                assertThat(file.awaitAcknowledged(file.acknowledged() + ACKNOWLEDGED, ACKNOWLEDGED_MILLIS_MAX))
                        .as("the bank continues")
                        .isTrue();
            }
            System.out.println("no room for a while for " + full + ": " + new RestartCheck(file).judge(service));
            assertThat(service.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        }
    }

    private static boolean isStopped(TestedServer service) throws IOException {
        return service.rest().get("/actuator/health/readiness").status() == 503;
    }

    /** Clients wait for their answers however long the disk is full. */
    private ServerCommand command(SqlDatabase database, String outageMax) {
        return ServerCommand.over(folder.resolve("data"))
                .option("--ledger", database.url())
                .property("bank.database.user", database.user())
                .property("bank.database.outage-max", outageMax)
                .property("bank.request-timeout", "60s");
    }
}
