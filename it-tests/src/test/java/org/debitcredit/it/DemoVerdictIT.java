package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The demo's verdict, on a server as it is and on one that a slow network makes slow: it must be seen to fail. */
class DemoVerdictIT {

    private static final Duration SLOW = Duration.ofMillis(2_200);

    @RegisterExtension
    static final SharedServer SERVER = new SharedServer();

    @TempDir
    Path report;

    @Test
    void aServerThatAnswersInTimePasses() throws IOException {
        CommandRun demo = demo(Duration.ZERO);
        JsonNode verdict = demo.json();
        assertThat(demo.exitCode()).as(demo.toString()).isZero();
        assertThat(verdict.required("passed").booleanValue()).isTrue();
        assertThat(verdict.required("p90Millis").doubleValue()).isBetween(0.0, 2_000.0);
        assertThat(verdict.required("failed").intValue()).isZero();
        assertThatAllIsTold(verdict);
        assertThat(demo.stderr()).contains(verdictOnTheFrontPage());
    }

    /** The words before the numbers of the verdict that README.md shows. */
    private static String verdictOnTheFrontPage() throws IOException {
        String readme = Files.readString(Artifacts.root().resolve("README.md"));
        String fromVerdict = readme.substring(readme.indexOf("it prints the verdict:"));
        String block = fromVerdict.substring(fromVerdict.indexOf("```") + 4);
        return block.substring(0, block.indexOf("2,000"));
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aServerBehindASlowNetworkFails() throws IOException {
        CommandRun demo = demo(SLOW);
        JsonNode verdict = demo.json();
        assertThat(demo.exitCode()).as(demo.toString()).isEqualTo(1);
        assertThat(verdict.required("passed").booleanValue()).isFalse();
        assertThat(verdict.required("p90Millis").doubleValue()).isGreaterThanOrEqualTo(2_000);
        assertThat(verdict.required("failed").intValue()).isZero();
        assertThatAllIsTold(verdict);
    }

    private static void assertThatAllIsTold(JsonNode verdict) {
        assertThat(verdict.required("terminals").intValue()).isEqualTo(40);
        assertThat(verdict.required("transactions").longValue()).isPositive();
        assertThat(verdict.required("tps").doubleValue()).isPositive();
        assertThat(verdict.required("p50Millis").doubleValue())
                .isLessThanOrEqualTo(verdict.required("p99Millis").doubleValue());
        assertThat(verdict.required("p99Millis").doubleValue())
                .isLessThanOrEqualTo(verdict.required("maxMillis").doubleValue());
        assertThat(verdict.required("invariantsHold").booleanValue()).isTrue();
        assertThat(Path.of(verdict.required("report").asText())).isRegularFile();
    }

    private CommandRun demo(Duration delay) throws IOException {
        try (DelayingProxy proxy = DelayingProxy.before(SERVER.process().httpPort(), delay)) {
            List<String> command = new ArrayList<>(List.of(Artifacts.java().toString(), "-Xmx768m"));
            command.addAll(ServerCommand.SHORT_LIVED);
            command.addAll(List.of("-jar", Artifacts.terminalJar().toString(), "demo", "--url", proxy.url()));
            command.addAll(List.of("--seconds", "3", "--terminals", "40", "--think", "500ms"));
            command.addAll(List.of("--report", report.toString(), "--json"));
            return CommandRun.of(command, Map.of());
        }
    }
}
