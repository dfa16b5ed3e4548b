package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.event.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kill -9} under load, again and again on one data directory, while epochs begin, snapshots are published and
 * both are removed; each server keeps its journal and its ledger another way than the one before, under settings drawn
 * at random. In the build twice; the full proof:
 *
 * <pre>
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests -Dit.test=KillNineIT -Dbank.it.kills=200
 * </pre>
 *
 * The moments of the kills come from a seed, which is printed; {@code -Dbank.it.seed=N} repeats it (what the machine's
 * scheduler adds cannot be repeated).
 */
class KillNineIT {

    private static final int ACKNOWLEDGED_MIN = 300;
    private static final int ACKNOWLEDGED_SPREAD = 5_000;
    private static final long ACKNOWLEDGED_MILLIS_MAX = 60_000;
    private static final int LATER_MICROS_MAX = 20_000;
    private static final int WHILE_STARTING_MILLIS_MAX = 5_000;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    private final int kills = Integer.getInteger("bank.it.kills", 2);
    private final long seed = Long.getLong("bank.it.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void noAcknowledgedTransactionIsLostByKillsInARow(@TempDir Path folder) throws Exception {
        System.out.println("kills " + kills + ", seed " + seed);
        Path data = folder.resolve("data");
        try (ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"))) {
            RestartCheck check = new RestartCheck(file, ServerCommand.KEY_WINDOWS);
            int fromSnapshot = 0;
            try {
                TestedServer server = SERVERS.ready(command(data, 0));
                for (int kill = 1; kill <= kills; kill++) {
                    killUnderLoad(server, file);
                    if (kill % 4 == 2) {
                        killWhileStarting(command(data, kill));
                    }
                    server = SERVERS.ready(command(data, kill));
                    assertThat(server.log()).contains("did not stop cleanly");
                    fromSnapshot += server.log().contains("recovered from the snapshot") ? 1 : 0;
                    System.out.println("kill " + kill + ": " + check.judge(server));
                }
                assertThat(server.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
                assertThat(BankAudit.of(data, Progress.NONE).firstFault()).isNull();
            } finally {
                System.out.println(
                        "kills " + kills + ": " + check.summary() + ", recovered from a snapshot " + fromSnapshot);
            }
        } catch (AssertionError | Exception e) {
            throw new AssertionError("with -Dbank.it.seed=" + seed + ": " + e.getMessage(), e);
        }
    }

    private void killUnderLoad(TestedServer server, ClientSuccessFile file) throws InterruptedException, IOException {
        long enough = file.acknowledged() + ACKNOWLEDGED_MIN + random.nextInt(ACKNOWLEDGED_SPREAD);
        try (ClientLoad load = ClientLoad.start(server, file, random)) {
            assertThat(file.awaitAcknowledged(enough, ACKNOWLEDGED_MILLIS_MAX))
                    .as("the bank answers")
                    .isTrue();
            after(random.nextInt(LATER_MICROS_MAX), TimeUnit.MICROSECONDS, server);
            load.awaitEnd();
        }
    }

    /** Both journals, each on both ledgers, under other settings in each life. */
    private ServerCommand command(Path data, int life) {
        return ServerCommand.over(data)
                .cuttingItsJournal(life % 2 == 0 ? "chronicle" : "file", life / 2 % 2 == 0 ? "memory" : "h2")
                .drawn(random);
    }

    private void killWhileStarting(ServerCommand command) {
        after(random.nextInt(WHILE_STARTING_MILLIS_MAX), TimeUnit.MILLISECONDS, SERVERS.start(command));
    }

    private static void after(int delay, TimeUnit unit, TestedServer server) {
        CompletableFuture.runAsync(server::kill9, CompletableFuture.delayedExecutor(delay, unit))
                .join();
    }
}
