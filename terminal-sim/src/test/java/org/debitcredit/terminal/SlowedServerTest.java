package org.debitcredit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.StreamSupport;
import org.debitcredit.terminal.contract.BankDouble;
import org.debitcredit.terminal.contract.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code certify} against a server that answers its terminals after more than two seconds. */
@Timeout(120)
class SlowedServerTest {

    /** Those of the test of atomicity: ten commits and ten refusals. */
    private static final int BEFORE_THE_LOADS = 20;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theRuleAndTheSecondAreNamed() throws IOException {
        AtomicLong requests = new AtomicLong();
        try (BankDouble bank = BankDouble.conducting((path, key, time) -> requests.incrementAndGet() > BEFORE_THE_LOADS
                ? BankDouble.Fate.ANSWERED_LATE
                : BankDouble.Fate.ANSWERED)) {
            int exitCode = TerminalCommand.commandLine()
                    .execute(
                            "certify",
                            "--url=" + bank.url(),
                            "--preset=gray2005",
                            "--terminals=200",
                            "--think=500ms",
                            "--warm-up=100ms",
                            "--minutes=0.1",
                            "--loads=100",
                            "--report=" + folder);
            assertThat(exitCode).isEqualTo(1);
        }
        JsonNode report = Json.read(Files.readAllBytes(folder.resolve("report.json")));
        assertThat(report.path("verdict").asText()).isNotIn("", "pass");
        assertThat(report.path("acid").path("atomicity").asText()).isEqualTo("held");
        assertThat(StreamSupport.stream(report.path("reasons").spliterator(), false)
                        .map(JsonNode::asText))
                .anyMatch(reason -> reason.matches("load of 100 %: response time of debit-credit: fail: 90 % of .*; "
                        + "the limit is 2,000 ms, which was reached first in second \\d+"))
                .anyMatch(reason ->
                        reason.matches("load of 100 %: no silent second: fail: seconds? \\d.* had no answer .*"));
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("which was reached first in second ", " had no answer though ");
    }
}
