package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.debitcredit.client.BankClient;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A bank moves from one kind of ledger to another: by its snapshot, and out of a database by a backup. Each bank has
 * worked until its journal was cut, so that the journal alone does not bring it back.
 */
class LedgerMoveIT {

    private static final long ACKNOWLEDGED = 1_000;
    private static final long ACKNOWLEDGED_MILLIS_MAX = 60_000;
    private static final int BATCHES_MAX = 200;
    private static final int BATCH = 500;
    private static final int TOUCHED = 20;
    private static final int TELLERS = 10;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    private Path folder;

    private ClientSuccessFile file;

    @BeforeEach
    void openFile() throws IOException {
        file = new ClientSuccessFile(folder.resolve("success"));
    }

    @AfterEach
    void closeFile() throws IOException {
        file.close();
    }

    static List<String> inMemory() {
        return List.of("memory", "h2");
    }

    private List<String> others() {
        return List.of("memory", "h2", "jdbc:sqlite:" + folder.resolve("other.sqlite"));
    }

    @ParameterizedTest
    @MethodSource("inMemory")
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void intoADatabaseByItsSnapshot(String from) throws Exception {
        TestedServer before = SERVERS.ready(command(from));
        workUntilTheJournalIsCut(before);
        Holdings held = end(before);

        TestedServer moved = SERVERS.ready(command(sqlite()));
        assertThat(moved.log()).contains("recovered from the snapshot at position ");
        assertThatItIsTheSame(moved, held);
        held = end(moved);

        TestedServer again = SERVERS.ready(command(sqlite()));
        assertThat(again.log()).doesNotContain("recovered from the snapshot");
        assertThatItIsTheSame(again, held);
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aDatabasesJournalAloneIsRefusedAndSoIsABackupOfItAndBothTellTheWay() throws Exception {
        TestedServer before = SERVERS.ready(command(sqlite()));
        workUntilTheJournalIsCut(before);
        Holdings held = end(before);

        for (String other : others()) {
            assertThat(RefusesToStartIT.refusal(SERVERS.start(command(other)), 1))
                    .as(other)
                    .contains("does not reach back to the founding")
                    .contains("there is no snapshot")
                    .contains("bank backup")
                    .contains("bank restore");
        }
        CommandRun stopped = PreparedServer.run("backup", "--data", folder + "/data", "--to", folder + "/useless");
        assertThat(stopped.exitCode()).isEqualTo(1);
        assertThat(stopped.stderr()).contains("holds no intact snapshot").contains("while it runs");
        assertThatItIsTheSame(SERVERS.ready(command(sqlite())), held);
    }

    @Test
    void outOfADatabaseByABackup() throws Exception {
        TestedServer before = SERVERS.ready(command(sqlite()));
        workUntilTheJournalIsCut(before);
        Path backup = backup(before);
        Holdings held = end(before);

        for (String to : others()) {
            Path restored = folder.resolve("restored-" + to.substring(0, 2));
            CommandRun run = PreparedServer.run(
                    "restore",
                    backup.toString(),
                    "--data",
                    restored.toString(),
                    "--key-window",
                    Integer.toString(ServerCommand.KEY_WINDOW));
            assertThat(run.exitCode()).as(run.toString()).isZero();
            TestedServer moved = SERVERS.ready(command(to).option("--data", restored));
            assertThatItIsTheSame(moved, held);
            end(moved);
        }
    }

    /** A backup leaves its snapshot; what comes after it is in the journal. */
    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void outOfADatabaseInPlaceBehindABackup() throws Exception {
        TestedServer before = SERVERS.ready(command(sqlite()));
        workUntilTheJournalIsCut(before);
        backup(before);
        send(before, 10);
        Holdings held = end(before);

        TestedServer moved = SERVERS.ready(command("memory"));
        assertThat(moved.log()).contains("recovered from the snapshot at position ");
        assertThatItIsTheSame(moved, held);
    }

    private ServerCommand command(String ledger) {
        return ServerCommand.over(folder.resolve("data")).cuttingItsJournal("chronicle", ledger);
    }

    private String sqlite() {
        return "jdbc:sqlite:" + folder.resolve("bank.sqlite");
    }

    @SuppressWarnings("try") // the load works by being open
    private void workUntilTheJournalIsCut(TestedServer server) throws IOException, InterruptedException {
        try (ClientLoad load = ClientLoad.start(server, file, new Random(3))) {
            assertThat(file.awaitAcknowledged(ACKNOWLEDGED, ACKNOWLEDGED_MILLIS_MAX))
                    .isTrue();
        }
        for (int batch = 0; Files.exists(folder.resolve("data/journal/epoch-000001")); batch++) {
            assertThat(batch).as("batches").isLessThan(BATCHES_MAX);
            send(server, BATCH);
        }
    }

    private void send(TestedServer server, int transactions) {
        List<Sent> batch = Stream.generate(() -> Sent.of(Transaction.deposit(1, 2, 3)))
                .limit(transactions)
                .toList();
        file.sending(batch);
        try (BankClient bank = BankClient.plaintext("127.0.0.1", server.grpcPort(), BankClient.Options.NONE)) {
            file.answered(batch, ClientLoad.execute(bank, batch));
        }
    }

    /** The bank's sums, and the balances of all that the clients touch. */
    private record Holdings(RestTotals totals, List<Long> balances) {

        static Holdings of(TestedServer server) throws IOException {
            RestBank bank = server.rest();
            List<Long> balances = new ArrayList<>();
            for (long branch = 0; branch < ServerCommand.BRANCHES; branch++) {
                balances.add(bank.balance("branches", branch));
                for (long sequence = 0; sequence < TOUCHED; sequence++) {
                    balances.add(bank.balance("accounts", branch * 1_000_000 + sequence));
                }
                for (long sequence = 0; sequence < TELLERS; sequence++) {
                    balances.add(bank.balance("tellers", branch * 1_000_000 + sequence));
                }
            }
            return new Holdings(bank.totals(), balances);
        }
    }

    /** What the bank holds, and its end in order. */
    private static Holdings end(TestedServer server) throws IOException {
        Holdings holdings = Holdings.of(server);
        assertThat(holdings.totals().holds()).isTrue();
        assertThat(server.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        return holdings;
    }

    /** The same sums and balances, and every key that must be remembered known with its answer. */
    private void assertThatItIsTheSame(TestedServer moved, Holdings held) throws IOException {
        assertThat(Holdings.of(moved)).isEqualTo(held);
        System.out.println("moved: " + new RestartCheck(file, ServerCommand.KEY_WINDOW).judge(moved));
        assertThat(Holdings.of(moved)).isEqualTo(held);
    }

    private Path backup(TestedServer server) {
        CommandRun run = PreparedServer.run("backup", "--url", "http://127.0.0.1:" + server.httpPort(), "--json");
        assertThat(run.exitCode()).as(run.toString()).isZero();
        return folder.resolve("data/backups")
                .resolve(run.json().required("name").asText());
    }
}
