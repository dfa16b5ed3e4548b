package org.debitcredit.terminal.atm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.debitcredit.bank.Preset;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.contract.Json;
import org.debitcredit.terminal.run.AtmVerdict;
import org.debitcredit.terminal.run.Observed;
import org.debitcredit.terminal.run.Runs;
import org.debitcredit.terminal.run.TerminalPlan;
import org.debitcredit.workload.ThinkTime;
import org.junit.jupiter.api.Test;

class VerdictJsonTest {

    private final Runs run = new Runs();

    @Test
    void isOneLineWithWhatScriptsReadFirst() {
        String line = VerdictJson.of(judged()).toString();
        assertThat(line).doesNotContain("\n").startsWith("{\"passed\":true,\"terminals\":2000,\"transactions\":6000,");
        JsonNode json = Json.read(line.getBytes(StandardCharsets.UTF_8));
        assertThat(json.fieldNames())
                .toIterable()
                .startsWith(
                        "passed",
                        "terminals",
                        "transactions",
                        "failed",
                        "tps",
                        "p50Millis",
                        "p90Millis",
                        "p99Millis",
                        "maxMillis",
                        "invariantsHold",
                        "report");
        assertThat(json.path("tps").asDouble()).isEqualTo(200);
        assertThat(json.path("p90Millis").asDouble()).isEqualTo(9);
        assertThat(json.path("report").asText()).isEqualTo("/r/index.html");
        assertThat(json.at("/refusals/insufficient-funds").asLong()).isEqualTo(3);
        assertThat(json.at("/types/debit-credit/p90Millis").asDouble()).isEqualTo(9);
    }

    @Test
    void namesWhatIsAgainstIt() {
        run.invariantsHold = false;
        JsonNode json = VerdictJson.of(judged());
        assertThat(json.path("passed").asBoolean(true)).isFalse();
        assertThat(json.path("invariantsHold").asBoolean(true)).isFalse();
        assertThat(json.path("against")).hasSize(1);
    }

    @Test
    void theTextSaysTheSame() {
        assertThat(VerdictText.of(judged())).contains("PASSED", "debit-credit", "report: /r/index.html");
        run.invariantsHold = false;
        assertThat(VerdictText.of(judged())).contains("FAILED", "  ! the invariants do not hold");
    }

    private Judged judged() {
        TerminalPlan plan = new TerminalPlan(
                URI.create("http://127.0.0.1:1"),
                null,
                2_000,
                new ThinkTime(Duration.ofSeconds(10)),
                Duration.ofSeconds(30),
                1);
        BankInfo bank = new BankInfo(Preset.GRAY2005, Preset.GRAY2005.scale(200), 0);
        Observed observed = run.observed();
        return new Judged(plan, bank, observed, AtmVerdict.of(observed), Path.of("/r/index.html"));
    }
}
