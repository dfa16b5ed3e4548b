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
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole certification, with few terminals and windows that are too short for a verdict on a steady state: everything
 * else must hold, and nothing of the banks may be left.
 */
class CertifyIT {

    private static final List<String> TESTS =
            List.of("atomicity", "consistency", "isolation", "killNine", "journalLost", "mirrorLost");

    /** It starts a server seven times. */
    private static final long SECONDS_MAX = 400;

    @TempDir
    Path folder;

    @Test
    void aBankIsCertifiedAndItsMediaAreDestroyed() throws IOException {
        Path report = folder.resolve("report");
        CommandRun run = certify(report, folder.resolve("data"), "--terminals", "40", "--think", "1s");
        JsonNode json = run.json();
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
        // A busy machine is late, which makes a load void.
        assertThat(json.required("verdict").asText()).as(json.toString()).isIn("undecided", "void");
        assertThat(json.required("tps").doubleValue()).isBetween(10.0, 70.0);
        assertThat(json.required("p90LowMillis").doubleValue())
                .isLessThanOrEqualTo(json.required("p90Millis").doubleValue());
        assertThat(json.required("p90Millis").doubleValue())
                .isLessThanOrEqualTo(json.required("p90HighMillis").doubleValue());
        JsonNode acid = json.required("acid");
        TESTS.forEach(test ->
                assertThat(acid.required(test).asText()).as(test + ": " + json).isEqualTo("held"));
        assertThat(acid.required("powerCut").asText()).isIn("held", "notRun");
        assertThat(acid.required("databaseLost").asText()).isEqualTo("notRun");
        assertThat(json.required("reconciled").booleanValue()).isTrue();
        assertThat(Path.of(json.required("report").asText())).isRegularFile();
        assertThat(report.resolve("server.log")).isRegularFile();
        assertThat(json.required("reasons"))
                .as("the window is too short, and nothing but the loads is not a pass")
                .anyMatch(reason -> reason.asText().contains("steady state"))
                .allMatch(reason -> reason.asText().startsWith("load of "));
        try (Stream<Path> left = Files.list(folder.resolve("data"))) {
            assertThat(left).isEmpty();
        }
    }

    private static CommandRun certify(Path report, Path data, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(Artifacts.java().toString(), "-Xmx1152m"));
        command.addAll(ServerCommand.SHORT_LIVED);
        command.addAll(PreparedServer.started());
        command.addAll(List.of("-jar", Artifacts.terminalJar().toString(), "certify"));
        command.addAll(List.of("--minutes", "0.05", "--warm-up", "1s", "--json"));
        command.addAll(List.of("--report", report.toString(), "--data", data.toString()));
        command.addAll(List.of(options));
        return CommandRun.of(command, Map.of(), SECONDS_MAX);
    }
}
