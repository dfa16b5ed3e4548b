package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kill -9} of the service, of its database, or of both, under load, again and again on one bank. The databases
 * answer before their own disks have a commit, so that they come back without the latest. In the build once for each,
 * PostgreSQL with its service and MariaDB alone; the full proof:
 *
 * <pre>
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests -Dit.test=DatabaseKillIT -Dbank.it.database-kills=50
 * </pre>
 *
 * The moments come from a seed, which is printed; {@code -Dbank.it.seed=N} repeats it.
 */
class DatabaseKillIT {

    private static final int ACKNOWLEDGED_MIN = 300;
    private static final int ACKNOWLEDGED_SPREAD = 3_000;
    private static final long ACKNOWLEDGED_MILLIS_MAX = 60_000;
    private static final int LATER_MICROS_MAX = 20_000;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    private static final String KILLS = "bank.it.database-kills";
    private static final String LONG = "takes longer than a build may: -Dbank.it.database-kills=50";

    private enum Victim {
        DATABASE,
        BOTH,
        SERVICE;

        boolean isDatabase() {
            return this != SERVICE;
        }

        boolean isService() {
            return this != DATABASE;
        }
    }

    private final long seed = Long.getLong("bank.it.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir
    private Path folder;

    @Test
    void onPostgres() throws Exception {
        proveOn(KillablePostgres::new, Victim.BOTH, Victim.DATABASE, Victim.SERVICE);
    }

    @Test
    @EnabledIfSystemProperty(named = KILLS, matches = "\\d+", disabledReason = LONG)
    void onMariaDb() throws Exception {
        proveOn(KillableMariaDb::new, Victim.DATABASE, Victim.BOTH, Victim.SERVICE);
    }

    /** Its database has no server: it dies with the service. */
    @Test
    @EnabledIfSystemProperty(named = KILLS, matches = "\\d+", disabledReason = LONG)
    void onSqlite() throws Exception {
        proveOn(SqliteFile::new, Victim.SERVICE);
    }

    private void proveOn(Function<Path, DatabaseServer> start, Victim... victims) throws Exception {
        try (DatabaseServer server = start.apply(folder)) {
            prove(server, server.create(), victims);
        }
    }

    private void prove(DatabaseServer database, SqlDatabase where, Victim... victims) throws Exception {
        int rounds = Integer.getInteger(KILLS, 1);
        System.out.println("database kills " + rounds + " on " + where + ", seed " + seed);
        try (ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"))) {
            RestartCheck check = new RestartCheck(file, ServerCommand.KEY_WINDOWS);
            try {
                TestedServer service = SERVERS.ready(command(where, 0));
                for (int round = 1; round <= rounds; round++) {
                    Victim victim = victims[round <= victims.length ? round - 1 : random.nextInt(victims.length)];
                    service = kill(victim, service, database, file, command(where, round));
                    System.out.println("kill " + round + " of " + victim + ": " + check.judge(service));
                }
                assertThat(service.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
            } finally {
                System.out.println("database kills " + rounds + " on " + where + ": " + check.summary());
            }
        } catch (AssertionError | Exception e) {
            throw new AssertionError("with -Dbank.it.seed=" + seed + ": " + e.getMessage(), e);
        }
    }

    /** Returns the service that continues, which is the same one if only its database was killed. */
    private TestedServer kill(
            Victim victim, TestedServer service, DatabaseServer database, ClientSuccessFile file, ServerCommand next)
            throws InterruptedException, IOException {
        long enough = file.acknowledged() + ACKNOWLEDGED_MIN + random.nextInt(ACKNOWLEDGED_SPREAD);
        try (ClientLoad load = ClientLoad.start(service, file, random)) {
            await(file, enough);
            CompletableFuture.runAsync(
                            () -> {
                                if (victim.isDatabase()) {
                                    database.kill9();
                                }
                                if (victim.isService()) {
                                    service.kill9();
                                }
                            },
                            CompletableFuture.delayedExecutor(random.nextInt(LATER_MICROS_MAX), TimeUnit.MICROSECONDS))
                    .join();
            if (victim.isDatabase()) {
                database.restart();
            }
            if (victim.isService()) {
                load.awaitEnd();
                return SERVERS.ready(next);
            }
            await(file, file.acknowledged() + ACKNOWLEDGED_MIN);
            return service;
        }
    }

    private static void await(ClientSuccessFile file, long acknowledged) throws InterruptedException {
        assertThat(file.awaitAcknowledged(acknowledged, ACKNOWLEDGED_MILLIS_MAX))
                .as("the bank answers")
                .isTrue();
    }

    /** On either journal, which is cut all the time after what the database has made durable, under drawn settings. */
    private ServerCommand command(SqlDatabase where, int life) {
        return ServerCommand.over(folder.resolve("data"))
                .cuttingItsJournal(life % 2 == 0 ? "file" : "chronicle", where.url())
                .drawn(random)
                .property("bank.database.user", where.user())
                // However long the database takes to recover, clients wait for their answers.
                .property("bank.database.outage-max", "60s")
                .property("bank.request-timeout", "60s");
    }
}
