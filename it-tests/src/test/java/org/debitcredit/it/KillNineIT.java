package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kill -9} under load, again and again on one data directory. In the build three times; the full proof:
 *
 * <pre>
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests -Dit.test=KillNineIT -Dbank.it.kills=20
 * </pre>
 *
 * The moments of the kills come from a seed, which is printed; {@code -Dbank.it.seed=N} repeats it (what the machine's
 * scheduler adds cannot be repeated).
 */
class KillNineIT {

    private static final int ACKNOWLEDGED_MIN = 300;
    private static final int ACKNOWLEDGED_SPREAD = 6_000;
    private static final long ACKNOWLEDGED_MILLIS_MAX = 60_000;
    private static final int LATER_MICROS_MAX = 20_000;
    private static final int WHILE_STARTING_MILLIS_MAX = 6_000;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    private final int kills = Integer.getInteger("bank.it.kills", 3);
    private final long seed = Long.getLong("bank.it.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void noAcknowledgedTransactionIsLostByKillsInARow(@TempDir Path folder) throws Exception {
        System.out.println("kills " + kills + ", seed " + seed);
        Path data = folder.resolve("data");
        try (SuccessFile file = new SuccessFile(folder.resolve("success"))) {
            Judge judge = new Judge(file);
            ServerProcess server = SERVERS.ready(data);
            for (int kill = 1; kill <= kills; kill++) {
                killUnderLoad(server, file);
                if (kill % 4 == 2) {
                    killWhileStarting(data);
                }
                server = SERVERS.ready(data);
                assertThat(server.log()).contains("did not stop in order");
                System.out.println("kill " + kill + ": " + judge.judge(server));
            }
            assertThat(server.terminate()).isEqualTo(ServerProcess.ENDED_BY_SIGTERM);
        } catch (AssertionError | Exception e) {
            throw new AssertionError("with -Dbank.it.seed=" + seed + ": " + e.getMessage(), e);
        }
    }

    private void killUnderLoad(ServerProcess server, SuccessFile file) throws InterruptedException, IOException {
        long enough = file.acknowledged() + ACKNOWLEDGED_MIN + random.nextInt(ACKNOWLEDGED_SPREAD);
        try (Load load = Load.start(server, file, random)) {
            assertThat(file.awaitAcknowledged(enough, ACKNOWLEDGED_MILLIS_MAX))
                    .as("the bank answers")
                    .isTrue();
            after(random.nextInt(LATER_MICROS_MAX), TimeUnit.MICROSECONDS, server);
            load.awaitEnd();
        }
    }

    private void killWhileStarting(Path data) {
        after(
                random.nextInt(WHILE_STARTING_MILLIS_MAX),
                TimeUnit.MILLISECONDS,
                SERVERS.start(ServerCommand.over(data)));
    }

    private static void after(int delay, TimeUnit unit, ServerProcess server) {
        CompletableFuture.runAsync(server::kill9, CompletableFuture.delayedExecutor(delay, unit))
                .join();
    }
}
