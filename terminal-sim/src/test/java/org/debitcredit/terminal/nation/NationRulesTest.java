package org.debitcredit.terminal.nation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.junit.jupiter.api.Test;

class NationRulesTest {

    @Test
    void a_run_in_which_everything_holds_passes() {
        RunVerdict verdict = NationRules.verdict(Runs.good());
        assertThat(verdict.verdict()).isEqualTo(Verdict.PASS);
        assertThat(verdict.findings()).hasSize(9);
    }

    @Test
    void one_lost_answer_fails() {
        AnswerCheck.Result lost = new AnswerCheck.Result(200, 1, List.of("key K was answered as committed"));
        assertFails(
                Runs.with(Runs.reckoning(Runs.NOTHING, lost, Runs.EQUAL)),
                "every acknowledged answer is found",
                "199 of 200 answers were found",
                "key K was answered as committed");
    }

    @Test
    void a_run_without_an_answer_fails() {
        AnswerCheck.Result none = new AnswerCheck.Result(0, 0, List.of());
        assertFails(
                Runs.with(Runs.reckoning(Runs.NOTHING, none, Runs.EQUAL)),
                "every acknowledged answer is found",
                "0 of 0 answers");
    }

    @Test
    void a_remainder_of_one_pair_fails_even_if_another_pair_makes_up_for_it() {
        Settling.Rest rest = new Settling.Rest(
                0, "", 0, List.of(new PairBalances(0, 1, 500, 400), new PairBalances(1, 0, 300, 400)));
        assertFails(
                Runs.with(Runs.reckoning(rest, Runs.FOUND, Runs.EQUAL)),
                "nothing stays in transit",
                "200 minor units",
                "From region 0 to region 1 it is 100: the account due has 500, and the network teller 400");
    }

    @Test
    void an_unsettled_transaction_fails() {
        Settling.Rest rest = new Settling.Rest(2, "region 1 has 2", 0, Runs.NOTHING.pairs());
        assertFails(
                Runs.with(Runs.reckoning(rest, Runs.FOUND, Runs.EQUAL)),
                "nothing stays in transit",
                "2 transactions were in transit",
                "region 1 has 2");
    }

    @Test
    void a_stray_fails() {
        Settling.Rest rest = new Settling.Rest(0, "", 1, Runs.NOTHING.pairs());
        assertFails(Runs.with(Runs.reckoning(rest, Runs.FOUND, Runs.EQUAL)), "no strays", "have 1 transactions");
    }

    @Test
    void a_region_whose_sums_differ_fails() {
        Reckoning reckoning = new Reckoning(Runs.NOTHING, List.of(1), Runs.FOUND, Runs.EQUAL);
        assertFails(Runs.with(reckoning), "the books balance", "not equal in the regions [1]");
    }

    @Test
    void tills_that_differ_fail_even_if_their_sum_is_right() {
        TillCheck.Result tills = new TillCheck.Result(7_000, 7_000, 20, 2, "teller 3 of region 1 has 5");
        assertFails(
                Runs.with(Runs.reckoning(Runs.NOTHING, Runs.FOUND, tills)),
                "the tills agree with the answers of the ATMs",
                "2 of 20 tills differ",
                "teller 3 of region 1");
    }

    @Test
    void a_request_without_an_answer_fails() {
        NationResult run = Runs.with(
                Runs.PLAN,
                Runs.times(100, 20, false),
                Runs.times(100, 30, false),
                "HTTP 422 key-conflict",
                Runs.good().reckoning());
        assertFails(run, "no failed transaction", "3 requests", "key-conflict");
    }

    @Test
    void slow_answers_of_one_kind_fail() {
        NationResult run = Runs.with(
                Runs.PLAN,
                Runs.times(100, 20, false),
                Runs.times(100, 2_500, false),
                Runs.good().reckoning());
        assertFails(run, "response times out of town", "the limit is 2,000 ms");
    }

    @Test
    void answers_that_waited_for_a_killed_service_are_told_and_not_judged() {
        AtmResponseTimes local = Runs.times(10, 20, false);
        for (int i = 0; i < 90; i++) {
            local.add(5_000_000, true);
        }
        NationResult run = Runs.with(
                Runs.PLAN, local, Runs.times(10, 30, false), Runs.good().reckoning());
        RunVerdict verdict = NationRules.verdict(run);
        assertThat(verdict.verdict()).isEqualTo(Verdict.PASS);
        assertThat(finding(verdict, "response times in the ATM's own region").reason())
                .contains("90 % of 10 answers", "with them it is 5,00");
        NationResult unkilled = Runs.with(
                Runs.plan(false), local, Runs.times(10, 30, false), Runs.good().reckoning());
        assertFails(unkilled, "response times in the ATM's own region", "90 % of 100 answers");
    }

    @Test
    void a_kind_without_an_answer_is_undecided() {
        NationResult run = Runs.with(
                Runs.PLAN,
                Runs.times(100, 20, false),
                new AtmResponseTimes(),
                Runs.good().reckoning());
        assertThat(finding(NationRules.verdict(run), "response times out of town")
                        .verdict())
                .isEqualTo(Verdict.UNDECIDED);
    }

    private static void assertFails(NationResult run, String rule, String... reasons) {
        RunVerdict verdict = NationRules.verdict(run);
        assertThat(verdict.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(verdict.reasons()).extracting(Finding::rule).containsExactly(rule);
        assertThat(finding(verdict, rule).reason()).contains(reasons);
    }

    private static Finding finding(RunVerdict verdict, String rule) {
        return verdict.findings().stream()
                .filter(one -> one.rule().equals(rule))
                .findFirst()
                .orElseThrow();
    }
}
