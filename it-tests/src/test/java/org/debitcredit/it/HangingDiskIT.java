package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * One disk hangs under four servers at the same time, and recovers later: it is the mirror of two, one of each journal,
 * and the only disk of two others, of which one is told to stop meanwhile. They collect garbage while it hangs: a
 * thread that hangs in the wrong place would stop the whole JVM then.
 */
class HangingDiskIT {

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    private static final long DISK_BYTES = 512L << 20;
    private static final int EXIT_UNCLOSED = 4;
    private static final Sent DEPOSIT = Sent.of(Transaction.deposit(1, 5, 10));

    @TempDir
    static Path folder;

    private static FreezingDisk disk;
    private static TestedServer alone;
    private static String healthWhileItHung;
    private static int readinessWhileItHung;
    private static Outcome answerWhileItHung;
    private static TestedServer stopped;
    private static boolean stoppedWhileItHung;
    private static Mirrored chronicle;
    private static Mirrored file;

    /** A server whose mirror hangs. */
    private static final class Mirrored {
        private final String journal;
        private final Path data;
        private final Path mirror;
        private final ClientSuccessFile acknowledged;
        private final TestedServer server;
        private String health = "";
        private boolean endedWhileItHung;

        Mirrored(String journal) throws IOException {
            this.journal = journal;
            data = folder.resolve(journal);
            mirror = disk.path().resolve("mirror-" + journal);
            acknowledged = new ClientSuccessFile(folder.resolve("success-" + journal));
            server = SERVERS.ready(command());
        }

        private ServerCommand command() {
            return ServerCommand.over(data)
                    .option("--ledger", "memory")
                    .option("--journal", journal)
                    .option("--mirror", mirror)
                    .property("bank.journal.mirror.on-loss", "degrade")
                    .property("bank.journal.mirror.force-max", "3s")
                    .property("bank.key-window", ServerCommand.KEY_WINDOW)
                    .property("bank.journal.fill-ahead", journal.equals("file") ? "17MB" : "2MB");
        }

        /** The mirror is lost, requests are answered after that, and the server stops. */
        void workOnAndStop() {
            ClientLoad load = ClientLoad.startSmall(server, acknowledged, new Random());
            try {
                await().atMost(Duration.ofSeconds(30)).until(() -> {
                    health = server.rest().get("/actuator/health").text();
                    return health.contains("lostCopy");
                });
                long then = acknowledged.acknowledged();
                await().atMost(Duration.ofSeconds(30)).until(() -> acknowledged.acknowledged() > then + 100);
            } finally {
                load.close();
            }
            server.collectGarbage();
            server.signalTerm();
            endedWhileItHung = isOver(server);
        }

        RestartCheck.Figures judgeRepaired() throws IOException {
            try (TestedServer again = SERVERS.ready(command())) {
                assertThat(again.log()).contains("was rewritten", mirror.toString());
                assertThat(again.rest().get("/actuator/health").text()).doesNotContain("lostCopy");
                RestartCheck.Figures figures = new RestartCheck(acknowledged).judge(again);
                again.terminate();
                return figures;
            }
        }
    }

    @BeforeAll
    static void theDiskHangsForAWhile() throws Exception {
        disk = FreezingDisk.make(folder, DISK_BYTES);
        chronicle = new Mirrored("chronicle");
        file = new Mirrored("file");
        alone = SERVERS.ready(ServerCommand.over(disk.path().resolve("alone"))
                .option("--journal", "chronicle")
                .property("bank.key-window", ServerCommand.KEY_WINDOW));
        stopped = SERVERS.ready(ServerCommand.over(disk.path().resolve("stopped"))
                .option("--journal", "file")
                .property("bank.key-window", ServerCommand.KEY_WINDOW)
                .property("bank.journal.fill-ahead", "17MB"));
        disk.freeze();
        stopped.signalTerm();
        CompletableFuture<Outcome> answer = CompletableFuture.supplyAsync(() -> deposit(alone));
        CompletableFuture.allOf(
                        CompletableFuture.runAsync(chronicle::workOnAndStop),
                        CompletableFuture.runAsync(file::workOnAndStop))
                .join();
        alone.collectGarbage();
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            readinessWhileItHung =
                    alone.rest().get("/actuator/health/readiness").status();
            return readinessWhileItHung != 200;
        });
        healthWhileItHung = alone.rest().get("/actuator/health").text();
        answerWhileItHung = answer.join();
        stoppedWhileItHung = isOver(stopped);
        disk.thaw();
    }

    @AfterAll
    static void endOfTheDisk() {
        SERVERS.close();
        if (disk != null) {
            disk.close();
        }
    }

    private static Outcome deposit(TestedServer server) {
        try {
            return server.rest().execute(DEPOSIT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it has ended, but for a thread that the kernel holds in the disk that hangs. */
    private static boolean isOver(TestedServer server) {
        await().atMost(Duration.ofSeconds(40)).until(server::isZombieOrGone);
        return true;
    }

    @Test
    void aMirrorThatHangsIsLostAndTheBankAnswersOnAndStopsWithoutWaitingForIt() {
        for (Mirrored each : new Mirrored[] {chronicle, file}) {
            assertThat(each.health).contains("\"mirror\":\"lost\"", each.mirror.toString());
            assertThat(each.server.log())
                    .contains("hangs:", "bank.journal.mirror.force-max", "runs on the other alone")
                    .contains("bank closed at position");
            assertThat(each.endedWhileItHung).isTrue();
            assertThat(each.server.awaitExit()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        }
    }

    @Test
    void theNextStartWritesTheMirrorAnewAndNothingIsLost() throws IOException {
        for (Mirrored each : new Mirrored[] {chronicle, file}) {
            each.server.awaitExit();
            System.out.println("mirror hung on " + each.journal + ": " + each.judgeRepaired());
            CommandRun verified = PreparedServer.run("verify", each.mirror.toString(), "--json");
            assertThat(verified.json().required("holds").booleanValue()).isTrue();
        }
    }

    @Test
    void aBankWhoseOnlyDiskHangsIsNotReadySaysWhyAndIsReadyAgainAfterwards() {
        assertThat(readinessWhileItHung).isEqualTo(503);
        assertThat(healthWhileItHung).contains("the writer has waited", "for the disk of " + disk.path());
        assertThat(answerWhileItHung).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> alone.rest().get("/actuator/health/readiness").status() == 200);
        assertThat(alone.log())
                .contains("The service is not ready until the disk responds", "the service is ready " + "again");
        assertThat(deposit(alone)).as("its key tells what became of it").isInstanceOf(Outcome.Committed.class);
    }

    @Test
    void aServerThatIsToldToStopWhileItsOnlyDiskHangsEndsAndSaysWhatItWaitedFor() throws IOException {
        assertThat(stoppedWhileItHung).isTrue();
        assertThat(stopped.log())
                .contains("did not close cleanly within 20 s: it has waited", "for the disk of " + disk.path());
        assertThat(stopped.awaitExit()).isEqualTo(EXIT_UNCLOSED);
        assertThatThrownBy(() -> stopped.rest().totals()).isInstanceOf(IOException.class);
        try (TestedServer again = SERVERS.ready(ServerCommand.over(disk.path().resolve("stopped"))
                .property("bank.key-window", ServerCommand.KEY_WINDOW))) {
            assertThat(again.rest().totals().holds()).isTrue();
        }
    }
}
