package org.debitcredit.terminal.atm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.debitcredit.bank.Preset;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.BankDouble;
import org.debitcredit.terminal.contract.Funding;
import org.debitcredit.terminal.contract.Json;
import org.debitcredit.terminal.run.Phases;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.terminal.run.StoreAndForward;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.Scenario;
import org.debitcredit.workload.ThinkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtmRunTest {

    private static final Scenario DEBIT_CREDIT = new Scenario(
            "test", Preset.GRAY2005, new ThinkTime(Duration.ofMillis(200)), Map.of(AtmOperation.DEBIT_CREDIT, 100));

    @TempDir
    private Path folder;

    /** The double speaks the contract, but has no totals. */
    @Test
    void judgesAServerThatOffersLess() throws Exception {
        try (BankDouble bank = BankDouble.withoutTotals((path, key, time) -> BankDouble.Fate.ANSWERED)) {
            Judged judged = play(bank);
            JsonNode json = Json.read(VerdictJson.of(judged).toString().getBytes(StandardCharsets.UTF_8));

            assertThat(json.fieldNames())
                    .toIterable()
                    .startsWith(
                            "passed", "verdict", "scenario", "terminals", "transactions", "failed", "tps", "p50Millis");
            assertThat(json.path("terminals").asInt()).isEqualTo(40);
            // Answers in the window; its requests may be answered just after it.
            assertThat(json.path("transactions").asLong())
                    .isCloseTo(json.at("/types/debit-credit/transactions").asLong(), within(20L));
            assertThat(judged.remarks())
                    .contains("this server does not show its sums, so that its books were not checked");
            assertThat(judged.verdict().findings())
                    .extracting(Finding::rule)
                    .contains("the closed loop's law", "think times of all requests", "no failed transaction")
                    .doesNotContain("a checkpoint in the window", "the rate is within the scale", "the books balance");
            assertThat(AtmVerdictText.of(judged)).contains("debit-credit", "connections: at most", "report: " + folder);
            assertThat(folder.resolve("verdict.json")).exists();
            assertThat(judged.report()).exists();
        }
    }

    @Test
    void aServerThatFailsRequestsIsNamed() throws Exception {
        try (BankDouble bank =
                BankDouble.withoutTotals((path, key, time) -> key.endsWith("0") && path.endsWith("transactions")
                        ? BankDouble.Fate.REQUEST_LOST
                        : BankDouble.Fate.ANSWERED)) {
            Judged judged = play(bank);

            assertThat(judged.verdict().verdict()).isNotEqualTo(Verdict.PASS);
            assertThat(judged.verdict().reasons()).extracting(Finding::rule).contains("no failed transaction");
            assertThat(VerdictJson.of(judged).path("passed").asBoolean(true)).isFalse();
        }
    }

    @Test
    void aServerThatRefusesTheTerminalsWorkDoesNotPassByAnsweringQuickly() {
        try (BankDouble bank = BankDouble.knowingNoTeller()) {
            Judged judged = play(bank);

            assertThat(judged.verdict().verdict()).isEqualTo(Verdict.FAIL);
            assertThat(judged.verdict().reasons())
                    .filteredOn(finding -> finding.rule().equals("no refusal but for lack of funds"))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.reason()).contains("unknown-teller="));
        }
    }

    @Test
    void aRunThatComesToNoEndDoesNotLeaveTheVerdictOfAnEarlierOne() throws Exception {
        Path verdict = Files.writeString(folder.resolve("verdict.json"), "{\"passed\": true}");
        BankDouble bank = BankDouble.honest();
        bank.close();
        assertThatThrownBy(() -> play(bank)).isInstanceOf(RunFailure.class);
        assertThat(verdict).doesNotExist();
    }

    /** A run on a machine that is busy for a moment is void, which says nothing of the bank. */
    private Judged play(BankDouble bank) {
        Judged judged = playOnce(bank);
        for (int again = 0; again < 4 && judged.verdict().verdict() == Verdict.VOID; again++) {
            judged = playOnce(bank);
        }
        return judged;
    }

    private Judged playOnce(BankDouble bank) {
        Phases phases =
                new Phases(Duration.ZERO, Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofMillis(200));
        RunPlan plan = new RunPlan(bank.url(), null, DEBIT_CREDIT, 40, phases, 7, folder)
                .forwarding(new StoreAndForward(Duration.ofSeconds(5), 3, Duration.ofMillis(20)));
        return new AtmRun(plan, Funding.NONE, false, Talk.of(true)).play();
    }
}
