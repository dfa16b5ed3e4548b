package org.debitcredit.terminal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.debitcredit.terminal.report.AcidTest.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisclosureJsonTest {

    private static final Path REPORT = Path.of("/r/report.html");

    @Test
    void the_last_line_has_what_was_promised() {
        MeasuredLoad load = new SyntheticRun(1, 500, 120).load(100);
        JsonNode json = DisclosureJson.summary(Disclosures.of(load), REPORT);
        assertThat(json.path("verdict").asText()).isEqualTo("pass");
        assertThat(json.path("tps").asDouble())
                .isCloseTo(load.result().traffic().perSecond(), within(0.001));
        assertThat(json.path("p90LowMillis").asDouble())
                .isPositive()
                .isLessThan(json.path("p90Millis").asDouble());
        assertThat(json.path("p90HighMillis").asDouble())
                .isGreaterThan(json.path("p90Millis").asDouble());
        assertThat(json.path("acid").properties().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue().asText()))
                .containsExactly(
                        "atomicity held",
                        "consistency held",
                        "isolation held",
                        "killNine held",
                        "powerCut held",
                        "journalLost held",
                        "mirrorLost held",
                        "databaseLost held");
        assertThat(json.path("headline").asText()).contains(" 50 % of the rate was not played.");
        assertThat(json.path("reconciled").booleanValue()).isTrue();
        assertThat(json.path("report").asText()).isEqualTo("/r/report.html");
        assertThat(json.toString()).doesNotContain("\n");
    }

    @Test
    void a_test_that_was_not_run_has_its_reason() {
        JsonNode json = DisclosureJson.summary(
                Disclosures.of(
                        List.of(
                                new AcidTest("mirrorLost", Outcome.NOT_RUN, "nothing", "the bank had no mirror"),
                                new AcidTest("killNine", Outcome.BROKEN, "killed", "3 answers were lost")),
                        new AnswerReconciliation(10, 7, 3, 0, 5, true),
                        Disclosures.NO_PRICE),
                REPORT);
        assertThat(json.path("acid").path("mirrorLost").asText()).isEqualTo("notRun");
        assertThat(json.path("acidReasons").path("mirrorLost").asText()).isEqualTo("the bank had no mirror");
        assertThat(json.path("acid").path("killNine").asText()).isEqualTo("broken");
        assertThat(json.path("acidReasons").path("killNine").asText()).isEqualTo("3 answers were lost");
        assertThat(json.path("acid").path("powerCut").asText()).isEqualTo("notRun");
        assertThat(json.path("acidReasons").path("powerCut").asText()).isEqualTo("it was not part of this run");
        assertThat(json.path("reconciled").booleanValue()).isFalse();
    }

    @Test
    void what_is_unknown_is_null() {
        JsonNode json = DisclosureJson.summary(Disclosures.of(List.of(), null, Disclosures.NO_PRICE), REPORT);
        for (String field : List.of("tps", "p90Millis", "p90LowMillis", "p90HighMillis")) {
            assertThat(json.path(field).isNull()).as(field).isTrue();
        }
        assertThat(json.path("verdict").asText()).isEqualTo("undecided");
        assertThat(json.path("reconciled").booleanValue()).isFalse();
    }

    /** A program that reads it needs no other case. */
    @Test
    void the_last_line_of_a_failed_run_has_the_same_fields() {
        JsonNode failed = DisclosureJson.failed("no disk");
        JsonNode whole = DisclosureJson.summary(Disclosures.of(List.of(), null, Disclosures.NO_PRICE), REPORT);
        whole.fieldNames()
                .forEachRemaining(
                        field -> assertThat(failed.has(field)).as(field).isTrue());
        assertThat(failed.path("verdict").asText()).isEqualTo("void");
        assertThat(failed.path("tps").isNull()).isTrue();
        assertThat(failed.path("report").isNull()).isTrue();
        assertThat(failed.path("acid").path("killNine").asText()).isEqualTo("notRun");
        assertThat(failed.path("acid").size()).isEqualTo(AcidTest.IDS.size());
        assertThat(failed.path("error").asText()).isEqualTo("no disk");
    }

    @Test
    void the_file_says_what_the_page_says(@TempDir Path folder) throws IOException {
        SyntheticRun run = new SyntheticRun(2, 500, 120);
        Disclosure disclosure = Disclosures.of(run.load(100));
        JsonNode json = new ObjectMapper()
                .readTree(DisclosureJson.write(disclosure, folder).toFile());
        HtmlPage page = new HtmlPage(DisclosurePage.html(disclosure));
        JsonNode type = json.path("loads").path(0).path("types").path(SyntheticRun.KIND);
        List<Double> cells = StreamSupport.stream(type.path("histogram").spliterator(), false)
                .map(cell -> cell.path("answers").asDouble())
                .toList();
        assertThat(cells).isEqualTo(HtmlPage.bars(page.chart("Response times of " + SyntheticRun.KIND)));
        assertThat(cells.stream().mapToDouble(Double::doubleValue).sum()).isEqualTo(run.micros.size());
        assertThat(type.path("p90Millis").asDouble())
                .isEqualTo(json.path("p90Millis").asDouble())
                .isEqualTo(type.path("fromIntended").path("p90Millis").asDouble());
        assertThat(page.verdict()).contains(json.path("headline").asText());
        assertThat(json.path("loads").path(0).path("answersBySecond").size()).isEqualTo(120);
        assertThat(json.path("reconciliation").path("found").asLong()).isEqualTo(12_345);
    }
}
