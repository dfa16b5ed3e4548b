package org.debitcredit.terminal.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.assertj.core.api.ListAssert;
import org.debitcredit.measure.Latency;
import org.debitcredit.workload.AtmOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AtmVerdictTest {

    private final Runs run = new Runs();

    @Test
    void passesWhereNothingIsAgainstIt() {
        assertThat(run.verdict().passed()).isTrue();
        assertThat(run.verdict().against()).isEmpty();
    }

    @Test
    void refusalsAreAnswersAndNotAgainstIt() {
        assertThat(run.observed().refused()).isEqualTo(3);
        assertThat(run.verdict().passed()).isTrue();
    }

    @Test
    void failsWhereTenPercentOfAllAnswersTakeTwoSeconds() {
        run.overall = Runs.p90(2_000);
        against().containsExactly("all: 90 % of the answers took up to 2,000 ms; the limit is 2,000 ms");
    }

    @ParameterizedTest
    @EnumSource
    void failsWhereTenPercentOfOneTypeTakeTwoSeconds(AtmOperation operation) {
        run.byType.put(operation, Runs.p90(2_000));
        against().singleElement().asString().startsWith(operation.id() + ": 90 %");
    }

    @Test
    void passesJustUnderTwoSeconds() {
        run.overall = Runs.p90(1_999.9);
        assertThat(run.verdict().passed()).isTrue();
    }

    @Test
    void failsWhereOneRequestFailed() {
        run.failures = Map.of("HTTP 503 busy", 1L);
        against().containsExactly("1 requests failed: 1 HTTP 503 busy");
    }

    @Test
    void failsWhereTheInvariantsDoNotHold() {
        run.invariantsHold = false;
        against().singleElement().asString().contains("invariants");
    }

    @Test
    void failsWhereTheServerDoesNotSayItsTotals() {
        run.missing = "no answer";
        against().containsExactly("the server's totals could not be read: no answer");
        assertThat(run.observed().journalAgrees()).isFalse();
        assertThat(run.observed().invariantsHold()).isFalse();
    }

    @Test
    void failsWhereTheJournalHasFewerTransactionsThanWereAnswered() {
        run.journalTransactions--;
        against().singleElement().asString().contains("15,100", "15,099");
        run.exclusive = false;
        assertThat(run.verdict().passed()).isFalse();
    }

    @Test
    void failsWhereTheJournalHasMoreThanWereAnsweredAndNobodyElseWasThere() {
        run.journalTransactions++;
        against().singleElement().asString().contains("15,100", "15,101");
    }

    @Test
    void saysWhereOthersWereAtWorkToo() {
        run.journalTransactions += 12;
        run.exclusive = false;
        assertThat(run.verdict().passed()).isTrue();
        assertThat(run.verdict().remarks())
                .anyMatch(remark -> remark.startsWith("other clients were active too: ") && remark.contains("12"));
    }

    @Test
    void failsWhereTwoAnswersCarryOnePosition() {
        run.astrayAnswers = 1;
        against().singleElement().asString().contains("position");
    }

    @Test
    void failsWhereNothingWasAnswered() {
        run.overall = Runs.NONE;
        against().containsExactly("no request was answered");
    }

    @Test
    void saysWhereATypeHasNoAnswer() {
        run.byType.put(AtmOperation.TRANSFER, Runs.NONE);
        assertThat(run.verdict().passed()).isTrue();
        assertThat(run.verdict().remarks()).contains("transfer: there was no answer, so it is not judged");
    }

    @Test
    void comparesThePaceWithTheClosedLoopLaw() {
        assertThat(run.verdict().remarks())
                .singleElement()
                .asString()
                .startsWith("offered load: 2,000 terminals")
                .doesNotContain("the difference is too large");
        run.overall = new Latency(4_800, 4, 3, 9, 40, 120);
        assertThat(run.verdict().remarks())
                .singleElement()
                .asString()
                .contains("-20.0 %", "the difference is too " + "large");
        assertThat(run.verdict().passed()).as("it does not decide").isTrue();
    }

    private ListAssert<String> against() {
        assertThat(run.verdict().passed()).isFalse();
        return assertThat(run.verdict().against());
    }
}
