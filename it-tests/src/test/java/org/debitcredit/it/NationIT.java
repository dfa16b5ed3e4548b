package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Three regions whose services are killed in turn: no answer is lost, and nothing stays in transit. */
class NationIT {

    @TempDir
    Path report;

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void nothingIsLostBetweenRegionsThatAreKilled() throws Exception {
        CommandRun nation =
                nation("--regions", "3", "--branches", "2", "--atms", "5", "--seconds", "8", "--think", "1s", "--kill");
        JsonNode verdict = nation.json();
        // A machine that builds and tests at the same time may be too slow for the response times.
        assertThat(verdict.required("against"))
                .as(nation.toString())
                .allMatch(finding -> finding.toString().contains("response times"));
        assertThat(verdict.required("terminals").intValue()).isEqualTo(30);
        assertThat(verdict.required("killed").intValue()).isPositive();
        assertThat(verdict.required("transactions").longValue()).isGreaterThan(50);
        assertThat(verdict.required("outOfTown").longValue()).isPositive();
        assertThat(verdict.required("inTransit").longValue()).isZero();
        assertThat(verdict.required("lost").longValue()).isZero();
        assertThat(verdict.required("answers").longValue())
                .isEqualTo(verdict.required("transactions").longValue());
        assertThat(verdict.required("invariantsHold").booleanValue()).isTrue();
        assertThat(nation.exitCode()).isEqualTo(verdict.required("passed").booleanValue() ? 0 : 1);
        assertThat(nation.stderr()).contains("region 2 is ready", "KILLED", "is ready again");
        assertThat(Path.of(verdict.required("report").asText()))
                .content()
                .contains("In transit over time", "no service in region");
        try (var left = Files.list(report)) {
            assertThat(left).as("the banks' data are deleted").noneMatch(Files::isDirectory);
        }
    }

    private CommandRun nation(String... arguments) {
        List<String> command = new ArrayList<>(List.of(Artifacts.java().toString(), "-Xmx512m"));
        command.addAll(ServerCommand.SHORT_LIVED);
        command.addAll(PreparedServer.started());
        command.addAll(List.of("-jar", Artifacts.terminalJar().toString(), "nation"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--report", report.toString(), "--json"));
        return CommandRun.of(command, ServerCommand.ALL_SHORT_LIVED);
    }
}
