package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo that kills its own server: the server comes back, and every answer of the terminals is found again. */
class DemoKillIT {

    @TempDir
    Path report;

    @Test
    void everyAnswerSurvivesTheKill() throws Exception {
        CommandRun demo = demo("--kill", "--seconds", "10", "--terminals", "40", "--think", "500ms", "--branches", "2");
        JsonNode verdict = demo.json();
        assertThat(verdict.required("lost").longValue()).as(demo.toString()).isZero();
        assertThat(verdict.required("answers").longValue()).isGreaterThan(100);
        assertThat(verdict.required("found").longValue())
                .isEqualTo(verdict.required("answers").longValue());
        assertThat(verdict.required("invariantsHold").booleanValue()).isTrue();
        assertThat(verdict.required("failed").longValue()).isZero();
        assertThat(verdict.required("silenceSeconds").doubleValue()).isPositive();
        assertThat(verdict.required("outageSeconds").doubleValue()).isPositive();
        assertThat(verdict.required("recovery").toString()).contains("did not stop cleanly");
        assertThat(verdict.required("against").toString()).isEqualTo("[]");
        assertThat(verdict.required("passed").booleanValue()).isTrue();
        assertThat(demo.exitCode()).isZero();
        assertThat(demo.stderr()).contains("KILLED the server", "the server is ready again");
        assertThat(Path.of(verdict.required("report").asText())).content().contains("kill -9");
        try (var left = Files.list(report)) {
            assertThat(left).as("the bank's data are deleted").noneMatch(Files::isDirectory);
        }
    }

    @Test
    void aServerOfOthersIsNeverKilled() {
        CommandRun demo = demo("--kill", "--url", "http://127.0.0.1:1");
        assertThat(demo.exitCode()).as(demo.toString()).isEqualTo(2);
        assertThat(demo.stderr()).contains("--kill", "http://127.0.0.1:1");
    }

    private CommandRun demo(String... arguments) {
        List<String> command = new ArrayList<>(List.of(Artifacts.java().toString(), "-Xmx512m"));
        command.addAll(ServerCommand.SHORT_LIVED);
        command.addAll(PreparedServer.started());
        command.addAll(List.of("-jar", Artifacts.terminalJar().toString(), "demo"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--report", report.toString(), "--json"));
        return CommandRun.of(command, ServerCommand.ALL_SHORT_LIVED);
    }
}
