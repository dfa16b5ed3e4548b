package org.debitcredit.terminal.nation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.debitcredit.measure.verdict.RunVerdict;
import org.junit.jupiter.api.Test;

class NationJsonTest {

    private static final Path REPORT = Path.of("report.html");

    @Test
    void a_run_that_passed_has_all_figures() {
        JsonNode json = json(Runs.good());
        assertThat(json.path("passed").booleanValue()).isTrue();
        assertThat(json.path("regions").intValue()).isEqualTo(2);
        assertThat(json.path("terminals").intValue()).isEqualTo(10);
        assertThat(json.path("transactions").intValue()).isEqualTo(200);
        assertThat(json.path("outOfTown").intValue()).isEqualTo(100);
        assertThat(json.path("inTransit").intValue()).isZero();
        assertThat(json.path("inTransitMax").intValue()).isEqualTo(90_000);
        assertThat(json.path("killed").intValue()).isOne();
        assertThat(json.path("lost").isIntegralNumber()).isTrue();
        assertThat(json.path("lost").intValue()).isZero();
        assertThat(json.path("invariantsHold").booleanValue()).isTrue();
        assertThat(json.path("p90LocalMillis").doubleValue()).isBetween(20.0, 20.1);
        assertThat(json.path("p90OutOfTownMillis").doubleValue()).isBetween(30.0, 30.1);
        assertThat(json.path("p90Millis").doubleValue()).isBetween(30.0, 30.1);
        assertThat(json.path("transactionsPerSecond").doubleValue()).isEqualTo(66.667);
        assertThat(json.path("processorMicrosPerAnswer").doubleValue()).isEqualTo(600.0);
        assertThat(json.path("report").asText()).isEqualTo("report.html");
        assertThat(json.path("against")).isEmpty();
    }

    @Test
    void a_run_that_failed_says_why() {
        Settling.Rest rest = new Settling.Rest(
                0, "", 0, List.of(new PairBalances(0, 1, 500, 400), new PairBalances(1, 0, 300, 400)));
        AnswerCheck.Result lost = new AnswerCheck.Result(200, 1, List.of("a difference"));
        JsonNode json = json(Runs.with(new Reckoning(rest, List.of(0), lost, Runs.EQUAL)));
        assertThat(json.path("passed").booleanValue()).isFalse();
        assertThat(json.path("inTransit").intValue()).isEqualTo(200);
        assertThat(json.path("lost").intValue()).isOne();
        assertThat(json.path("invariantsHold").booleanValue()).isFalse();
        assertThat(json.path("against")).hasSize(3);
        assertThat(json.path("differences").get(0).asText()).isEqualTo("a difference");
    }

    private static JsonNode json(NationResult run) {
        RunVerdict verdict = NationRules.verdict(run);
        return NationJson.of(run, verdict, REPORT);
    }
}
