package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Certifications with few terminals and windows that are too short for a verdict on a steady state: everything else must
 * hold.
 */
class CertifyIT {

    private static final List<String> DESTROYING =
            List.of("isolation", "killNine", "powerCut", "journalLost", "mirrorLost", "databaseLost");
    private static final List<String> TESTS =
            List.of("atomicity", "consistency", "isolation", "killNine", "journalLost", "mirrorLost");
    private static final List<String> TERMINALS = List.of("--terminals", "40", "--think", "1s");

    /** The whole one starts a server seven times. */
    private static final long SECONDS_MAX = 400;

    @TempDir
    Path folder;

    @Test
    void aRunningServerIsCertifiedFromOutsideAndNothingIsDestroyed() throws IOException {
        ServerCommand command = ServerCommand.over(folder.resolve("bank"))
                .option("--preset", "tpca")
                .option("--branches", 40)
                .option("--ledger", "memory");
        try (ServerProcess server =
                ServerProcess.start(command, folder.resolve("server.log")).awaitReady()) {
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
    @EnabledIfSystemProperty(
            named = "bank.it.certify",
            matches = "true",
            disabledReason = "takes longer than a build may: -Dbank.it.certify=true")
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
        List<String> command = new ArrayList<>(List.of(Artifacts.java().toString(), "-Xmx1152m"));
        command.addAll(ServerCommand.SHORT_LIVED);
        command.addAll(PreparedServer.started());
        command.addAll(List.of("-jar", Artifacts.terminalJar().toString(), "certify"));
        command.addAll(TERMINALS);
        command.addAll(List.of("--json", "--report", report().toString()));
        command.addAll(List.of(options));
        return CommandRun.of(command, Map.of(), SECONDS_MAX);
    }
}
