package org.debitcredit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.debitcredit.history.Regression.Judgement;
import org.debitcredit.history.Regression.Verdict;
import org.junit.jupiter.api.Test;

class RegressionTest {

    private static final List<Double> QUIET = List.of(10.0, 10.2, 9.9, 10.1, 9.8);

    @Test
    void below_what_the_benchmark_allows_of_the_median_of_quiet_runs_is_a_regression() {
        Judgement judgement = Regression.judge(7.9, QUIET, 0.2);
        assertThat(judgement.verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(judgement.median()).isEqualTo(10.0);
        assertThat(judgement.bound()).isEqualTo(8.0);
        assertThat(judgement.change()).isCloseTo(-0.21, within(1e-9));
        assertThat(judgement.allowed()).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void a_little_less_or_more_is_noise() {
        assertThat(Regression.judge(8.1, QUIET, 0.2).verdict()).isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(Regression.judge(8.0, QUIET, 0.2).verdict()).isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(Regression.judge(11.9, QUIET, 0.2).verdict()).isEqualTo(Verdict.WITHIN_NOISE);
    }

    @Test
    void runs_that_spread_widely_widen_the_bound() {
        List<Double> wide = List.of(10.0, 9.4, 10.6, 9.5, 10.5);
        Judgement judgement = Regression.judge(8.1, wide, 0.15);
        assertThat(judgement.bound()).isCloseTo(8.0, within(1e-9));
        assertThat(judgement.verdict()).isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(Regression.judge(7.9, wide, 0.15).verdict()).isEqualTo(Verdict.REGRESSION);
    }

    @Test
    void no_spread_and_no_benchmark_excuses_the_loss_of_a_third() {
        List<Double> wild = List.of(1.0, 20.0, 10.0, 3.0, 18.0);
        assertThat(Regression.judge(6.66, wild, 0.15).verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(Regression.judge(6.66, QUIET, 0.8).verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(Regression.judge(7.1, QUIET, 0.8).verdict()).isEqualTo(Verdict.WITHIN_NOISE);
    }

    @Test
    void one_slow_recorded_run_moves_nothing() {
        assertThat(Regression.judge(7.9, List.of(10.0, 10.1, 9.9, 0.1), 0.2).verdict())
                .isEqualTo(Verdict.REGRESSION);
    }

    @Test
    void what_is_far_above_is_told_too() {
        assertThat(Regression.judge(12.1, QUIET, 0.2).verdict()).isEqualTo(Verdict.FASTER);
    }

    @Test
    void a_machine_that_others_use_lowers_the_bound_by_what_they_take() {
        assertThat(Regression.judge(4.1, QUIET, 0.2, 0.5).verdict()).isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(Regression.judge(3.9, QUIET, 0.2, 0.5).verdict()).isEqualTo(Verdict.REGRESSION);
    }

    @Test
    void two_recorded_runs_are_nothing_to_compare_with() {
        assertThat(Regression.judge(0.1, List.of(10.0, 10.0), 0.5).verdict()).isEqualTo(Verdict.NOTHING_TO_COMPARE);
        assertThat(Regression.judge(0.1, List.of(), 0.5).verdict()).isEqualTo(Verdict.NOTHING_TO_COMPARE);
    }
}
