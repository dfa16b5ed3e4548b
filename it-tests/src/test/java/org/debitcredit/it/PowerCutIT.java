package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.event.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The power of the real file system under a real server is cut, again and again, while epochs begin, snapshots are
 * published and both are removed. In the build once for each kind of journal; the full proof:
 *
 * <pre>
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests -Dit.test=PowerCutIT -Dbank.it.powercuts=50
 * </pre>
 *
 * Needs root, loop devices and ext4; elsewhere it is skipped and says so.
 */
class PowerCutIT {

    private static final long DISK_BYTES = 2L << 30;
    private static final int ACKNOWLEDGED_MIN = 2_000;
    private static final int ACKNOWLEDGED_SPREAD = 4_000;
    private static final int UNFORCED = 500;
    private static final long ACKNOWLEDGED_MILLIS_MAX = 60_000;
    private static final int LATER_MICROS_MAX = 20_000;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    private final int cuts = Integer.getInteger("bank.it.powercuts", 1);
    private final long seed = Long.getLong("bank.it.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void noAcknowledgedTransactionIsLostWhenThePowerIsCut() throws Exception {
        System.out.println("power cuts " + cuts + " for each journal, seed " + seed);
        try (PowerCutDisk disk = PowerCutDisk.make(folder, DISK_BYTES);
                ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"));
                Servers servers = SERVERS.endedBefore()) {
            Path data = disk.path().resolve("data");
            RestartCheck check = new RestartCheck(file, ServerCommand.KEY_WINDOW);
            TestedServer server = servers.ready(command(data, 0));
            for (int cut = 0; cut < 2 * cuts; cut++) {
                cutUnderLoad(disk, server, file, ACKNOWLEDGED_MIN + random.nextInt(ACKNOWLEDGED_SPREAD));
                BankAudit.Finding finding = BankAudit.of(data, Progress.NONE);
                assertThat(finding.firstFault()).isNull();
                server = servers.ready(command(data, cut));
                System.out.println("power cut " + journal(cut) + ": " + check.judge(server) + ", " + finding.snapshots()
                        + " snapshots");
                if (cut + 1 < 2 * cuts && !journal(cut + 1).equals(journal(cut))) {
                    server.kill9();
                    server = servers.ready(command(data, cut + 1));
                }
            }
            assertThat(server.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        } catch (AssertionError | Exception e) {
            throw new AssertionError("with -Dbank.it.seed=" + seed + ": " + e.getMessage(), e);
        }
    }

    /** Twice in one kind of journal, so that a cut meets the removal of its own files, then twice in the other. */
    private static String journal(int cut) {
        return cut / 2 % 2 == 0 ? "chronicle" : "file";
    }

    private static ServerCommand command(Path data, int cut) {
        return ServerCommand.over(data).cuttingItsJournal(journal(cut), "memory");
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aServerWhoseForcesForceNothingLosesWhatItAcknowledgedAndTheJudgeSeesIt() throws Exception {
        String hindrance = UnforcedServer.hindrance(folder);
        if (!hindrance.isEmpty()) {
            System.out.println("skipped: forces cannot be taken away here: " + hindrance);
        }
        assumeTrue(hindrance.isEmpty(), hindrance);
        try (PowerCutDisk disk = PowerCutDisk.make(folder, DISK_BYTES);
                ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"));
                Servers servers = SERVERS.endedBefore()) {
            Path data = disk.path().resolve("data");
            ServerCommand unforced = command(data, 0).under(UnforcedServer.command(folder.resolve("trace")));
            cutUnderLoad(disk, servers.ready(unforced), file, UNFORCED);
            TestedServer after = servers.ready(command(data, 0));
            assertThatThrownBy(() -> new RestartCheck(file, ServerCommand.KEY_WINDOW).judge(after))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("lost: ");
        }
    }

    private void cutUnderLoad(PowerCutDisk disk, TestedServer server, ClientSuccessFile file, int acknowledged)
            throws InterruptedException, IOException {
        long enough = file.acknowledged() + acknowledged;
        try (ClientLoad load = ClientLoad.start(server, file, random)) {
            assertThat(file.awaitAcknowledged(enough, ACKNOWLEDGED_MILLIS_MAX))
                    .as("the bank answers")
                    .isTrue();
            int later = random.nextInt(LATER_MICROS_MAX);
            CompletableFuture.runAsync(server::pause, CompletableFuture.delayedExecutor(later, TimeUnit.MICROSECONDS))
                    .join();
            disk.cutPower();
            server.kill9();
            load.awaitEnd();
        }
        disk.powerOn();
    }
}
