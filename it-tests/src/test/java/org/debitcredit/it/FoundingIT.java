package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * An operator's slip never makes an empty bank in place of one that has acknowledged transactions. {@code CommandTest}
 * tries starts without a bank and second foundings in its own process.
 */
class FoundingIT {

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aStartFoundsNoBankAndAFoundingNoSecondOne() {
        Path data = folder.resolve("data");
        assertThat(refusal(data)).contains("there is no bank in " + data, "the directory does not exist", "bank found");
        assertThat(found(data).exitCode()).isZero();
        CommandRun again = found(data);
        assertThat(again.exitCode()).as(again.toString()).isEqualTo(1);
        assertThat(again.stderr()).contains("no bank is founded in " + data, "the bank's record");
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aBankWhoseJournalIsNotMountedIsNeitherStartedNorFoundedAnew() throws IOException {
        Path data = folder.resolve("data");
        assertThat(found(data).exitCode()).isZero();
        TestedServer server = SERVERS.ready(ServerCommand.over(data).foundingNone());
        assertThat(server.rest().totals().position()).isZero();
        deposit(server, 1);
        server.kill9();
        Path journal = data.resolve("journal");
        Files.move(journal, folder.resolve("journal"));
        assertThat(refusal(data)).contains("journal");
        CommandRun overTheRest = found(data);
        assertThat(overTheRest.exitCode()).as(overTheRest.toString()).isEqualTo(1);
        delete(journal);
        Files.move(folder.resolve("journal"), journal);
        assertThat(SERVERS.ready(ServerCommand.over(data).foundingNone())
                        .rest()
                        .totals()
                        .position())
                .isEqualTo(1);
    }

    @Test
    void theNewestEpochRemovedAfterAnOrderlyStopIsNotTakenForAnEnd() throws IOException {
        Path data = folder.resolve("data");
        TestedServer first = SERVERS.ready(data);
        deposit(first, 1);
        assertThat(first.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        TestedServer second = SERVERS.ready(ServerCommand.over(data).foundingNone());
        deposit(second, 2);
        assertThat(second.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        delete(data.resolve("journal").resolve("epoch-000002"));
        assertThat(refusal(data))
                .contains("it ends at position 1 with epoch 1", "epoch 2 was closed cleanly at position 2");
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aServerWhoseLockIsDeletedAcknowledgesNothingThatTheNextOneDoesNotHave() throws IOException {
        Path data = folder.resolve("data");
        TestedServer first = SERVERS.ready(data);
        deposit(first, 1);
        Files.delete(data.resolve("journal").resolve("lock"));
        TestedServer second = SERVERS.ready(ServerCommand.over(data).foundingNone());
        assertThat(first.rest().execute(Sent.of(Transaction.deposit(1, 5, 1)))).isInstanceOf(Outcome.Failed.class);
        deposit(second, 2);
        assertThat(second.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        first.kill9();
        assertThat(SERVERS.ready(data).rest().totals().position()).isEqualTo(2);
    }

    private static void deposit(TestedServer server, long position) throws IOException {
        assertThat(server.rest().execute(Sent.of(Transaction.deposit(1, 5, 1))))
                .isEqualTo(new Outcome.Committed(position, position));
    }

    /** Why a start that founds nothing is refused. */
    private static String refusal(Path data) {
        return RefusesToStartIT.refusal(SERVERS.start(ServerCommand.over(data).foundingNone()), 1);
    }

    private static CommandRun found(Path data) {
        return PreparedServer.run(
                "found", "--data", data.toString(), "--branches", Integer.toString(ServerCommand.BRANCHES));
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
