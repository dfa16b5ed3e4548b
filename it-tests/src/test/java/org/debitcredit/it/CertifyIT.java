package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Certifications with few terminals and windows that are too short for a verdict on a steady state: everything else
 * must hold.
 */
class CertifyIT {

    private static final List<String> DESTROYING =
            List.of("isolation", "killNine", "powerCut", "journalLost", "mirrorLost", "databaseLost");
    private static final List<String> TESTS =
            List.of("atomicity", "consistency", "isolation", "killNine", "journalLost", "mirrorLost");
    private static final List<String> TERMINALS = List.of("--terminals", "40", "--think", "1s");

    private static final String LONG = "takes longer than a build may: -Dbank.it.certify=true";

    /** The whole one starts a server seven times. */
    private static final long SECONDS_MAX = 400;

    /** On a disk: a bank in memory fails. */
    @TempDir(factory = TempDirFactory.Standard.class)
    Path folder;

    @Test
    void aRunningServerIsCertifiedFromOutsideAndNothingIsDestroyed() throws IOException {
        ServerCommand command = ServerCommand.over(folder.resolve("bank"))
                .option("--preset", "tpca")
                .option("--branches", 40)
                .option("--ledger", "memory");
        try (TestedServer server =
                TestedServer.start(command, folder.resolve("server.log")).awaitReady()) {
            CommandRun run = certify(
                    "--minutes", "0.034", "--warm-up", "200ms", "--url", "http://127.0.0.1:" + server.httpPort());
            JsonNode json = measured(run);
            JsonNode acid = json.required("acid");
            assertThat(acid.required("atomicity").asText()).as(json.toString()).isEqualTo("held");
            assertThat(acid.required("consistency").asText())
                    .as(json.toString())
                    .isEqualTo("held");
            for (String test : DESTROYING) {
                assertThat(acid.required(test).asText()).as(test).isEqualTo("notRun");
                assertThat(json.required("acidReasons").required(test).asText()).contains("from outside");
            }
            assertThat(server.rest().totals().holds()).isTrue();
            assertThat(server.rest().totals().historyRows()).isGreaterThan(40);
        }
    }

    /** Nothing of the banks may be left. */
    @Test
    @EnabledIfSystemProperty(named = "bank.it.certify", matches = "true", disabledReason = LONG)
    void aBankIsCertifiedAndItsMediaAreDestroyed() throws IOException {
        JsonNode json = measured(certify(
                "--minutes",
                "0.05",
                "--warm-up",
                "1s",
                "--data",
                folder.resolve("data").toString()));
        JsonNode acid = json.required("acid");
        TESTS.forEach(test ->
                assertThat(acid.required(test).asText()).as(test + ": " + json).isEqualTo("held"));
        assertThat(acid.required("powerCut").asText()).isIn("held", "notRun");
        assertThat(acid.required("databaseLost").asText()).isEqualTo("notRun");
        assertThat(json.required("reconciled").booleanValue()).isTrue();
        assertThat(report().resolve("server.log")).isRegularFile();
        try (Stream<Path> left = Files.list(folder.resolve("data"))) {
            assertThat(left).isEmpty();
        }
    }

    /** Isolation is tested by two connections on a database that another process can reach. */
    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    @EnabledIfSystemProperty(named = "bank.it.certify", matches = "true", disabledReason = LONG)
    void aBankOnADatabaseIsIsolatedByTwoConnections(String kind) throws IOException {
        if (kind.equals("sqlite")) {
            JsonNode acid = onDatabase("jdbc:sqlite:" + folder.resolve("bank.sqlite"), Map.of());
            assertThat(acid.required("databaseLost").asText()).isEqualTo("held");
            return;
        }
        try (PostgresServer server = PostgresServer.start(folder)) {
            SqlDatabase database = server.create();
            JsonNode acid = onDatabase(
                    database.url(),
                    Map.of("BANK_DATABASE_USER", database.user(), "BANK_DATABASE_PASSWORD", database.password()));
            assertThat(acid.required("databaseLost").asText()).isEqualTo("notRun");
        }
    }

    private JsonNode onDatabase(String ledger, Map<String, String> environment) throws IOException {
        JsonNode json = measured(
                certify(environment, "--minutes", "0.05", "--warm-up", "1s", "--branches", "1", "--ledger", ledger));
        JsonNode acid = json.required("acid");
        TESTS.forEach(test ->
                assertThat(acid.required(test).asText()).as(test + ": " + json).isEqualTo("held"));
        assertThat(Files.readString(report().resolve("report.json")))
                .contains("completed transaction, aborted transaction, lost update and phantom held");
        return acid;
    }

    /** Only the terminals are slowed, which are no Java client: the tests before the loads would take minutes. */
    @Test
    @EnabledIfSystemProperty(named = "bank.it.certify", matches = "true", disabledReason = LONG)
    void aSlowedServerFailsByTheRuleOnResponseTimes() throws IOException {
        ServerCommand command = ServerCommand.over(folder.resolve("bank"))
                .option("--preset", "tpca")
                .option("--branches", 40)
                .option("--ledger", "memory");
        try (TestedServer server = TestedServer.start(command, folder.resolve("server.log"))
                        .awaitReady();
                DelayingProxy proxy = DelayingProxy.before(
                        server.httpPort(),
                        Duration.ofMillis(2_500),
                        firstBytes -> firstBytes.contains("Java-http-client"))) {
            CommandRun run = certify("--minutes", "1", "--warm-up", "15s", "--loads", "100", "--url", proxy.url());
            JsonNode json = run.json();
            assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
            assertThat(json.required("verdict").asText()).as(json.toString()).isIn("fail", "void");
            assertThat(json.required("p90LowMillis").doubleValue()).isGreaterThan(2_000);
            assertThat(json.required("reasons"))
                    .anyMatch(reason -> reason.asText()
                            .matches("load of 100 %: response time of debit-credit: fail: 90 % of .*; the limit is "
                                    + "2,000 ms, which was reached first in second \\d+"));
        }
    }

    /** Nothing is measured in the warm-up before the loads, and the report is written all the same. */
    @Test
    @EnabledIfSystemProperty(named = "bank.it.certify", matches = "true", disabledReason = LONG)
    void aServerThatDiesInTheUnmeasuredWarmUpFails() throws IOException {
        CompletableFuture<Void> killed = CompletableFuture.runAsync(this::killInWarmUp);
        CommandRun run = certify("--minutes", "0.05", "--warm-up", "10s");
        killed.join();
        JsonNode json = run.json();
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
        assertThat(json.required("verdict").asText()).as(json.toString()).isEqualTo("fail");
        assertThat(json.required("reasons"))
                .anyMatch(reason -> reason.asText()
                        .matches("the service answers all the time: fail: no answer came from second \\d+ of the "
                                + "unmeasured warm-up on: .*"));
        assertThat(report().resolve("report.html")).content().contains("No load was measured");
    }

    private void killInWarmUp() {
        assertThat(warmingServers(report())).hasSize(1).allMatch(ProcessHandle::destroyForcibly);
    }

    /** The servers of the certification, once its terminals have answers of the unmeasured warm-up. */
    private List<ProcessHandle> warmingServers(Path data) {
        Path answers = report().resolve("warm-up").resolve("success.bin");
        Awaitility.await()
                .atMost(Duration.ofSeconds(100))
                .until(() -> Files.exists(answers) && Files.size(answers) > 0);
        return descendants(" --data " + data);
    }

    private static List<ProcessHandle> descendants(String argument) {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains(argument))
                .toList();
    }

    /** Ends by TERM, as by a service manager, and by KILL, after which nobody can delete the data. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCertificationThatIsEndedLeavesNoServer(boolean byKill) throws IOException {
        Path data = folder.resolve("data");
        CompletableFuture<List<ProcessHandle>> ended = CompletableFuture.supplyAsync(() -> {
            // The command has the folder among its own arguments, too.
            List<ProcessHandle> servers = warmingServers(data.resolve("data-"));
            List<ProcessHandle> commands = descendants(" --report " + report());
            assertThat(commands).hasSize(1);
            assertThat(
                            byKill
                                    ? commands.get(0).destroyForcibly()
                                    : commands.get(0).destroy())
                    .isTrue();
            return servers;
        });
        CommandRun run = certify("--minutes", "0.05", "--warm-up", "10s", "--data", data.toString());
        assertThat(run.exitCode()).as(run.toString()).isNotZero();
        assertThat(report().resolve("report.html")).doesNotExist();
        List<ProcessHandle> servers = ended.join();
        assertThat(servers).hasSize(1);
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> servers.stream().noneMatch(ProcessHandle::isAlive));
        if (!byKill) {
            try (Stream<Path> left = Files.list(data)) {
                assertThat(left).isEmpty();
            }
        }
    }

    /** What every certification shows: of these windows, that they were too short. */
    private JsonNode measured(CommandRun run) {
        JsonNode json = run.json();
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
        // A busy machine is late, which makes a load void.
        assertThat(json.required("verdict").asText()).as(json.toString()).isIn("undecided", "void");
        assertThat(json.required("tps").doubleValue()).isBetween(10.0, 70.0);
        assertThat(json.required("p90LowMillis").doubleValue())
                .isLessThanOrEqualTo(json.required("p90Millis").doubleValue());
        assertThat(json.required("p90Millis").doubleValue())
                .isLessThanOrEqualTo(json.required("p90HighMillis").doubleValue());
        assertThat(json.required("reasons"))
                .as("the window is too short, and nothing but the loads is not a pass")
                .anyMatch(reason -> reason.asText().contains("steady state"))
                .allMatch(reason -> reason.asText().startsWith("load of "));
        assertThat(Path.of(json.required("report").asText()))
                .isEqualTo(report().resolve("report.html"))
                .isRegularFile();
        return json;
    }

    private Path report() {
        return folder.resolve("report");
    }

    private CommandRun certify(String... options) throws IOException {
        return certify(Map.of(), options);
    }

    private CommandRun certify(Map<String, String> environment, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(Artifacts.java().toString(), "-Xmx1152m"));
        command.addAll(ServerCommand.SHORT_LIVED);
        command.addAll(PreparedServer.started());
        command.addAll(List.of("-jar", Artifacts.terminalJar().toString(), "certify"));
        command.addAll(TERMINALS);
        command.addAll(List.of("--json", "--report", report().toString()));
        command.addAll(List.of(options));
        Map<String, String> all = new HashMap<>(ServerCommand.ALL_SHORT_LIVED);
        all.putAll(environment);
        return CommandRun.of(command, all, SECONDS_MAX);
    }
}
