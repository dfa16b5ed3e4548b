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
    void below_half_of_the_median_of_quiet_runs_is_a_regression() {
        Judgement judgement = Regression.judge(4.9, QUIET, 0.5);
        assertThat(judgement.verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(judgement.median()).isEqualTo(10.0);
        assertThat(judgement.bound()).isEqualTo(5.0);
        assertThat(judgement.change()).isCloseTo(-0.51, within(1e-9));
    }

    @Test
    void a_busy_neighbour_is_noise() {
        assertThat(Regression.judge(5.1, QUIET, 0.5).verdict()).isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(Regression.judge(5.0, QUIET, 0.5).verdict()).isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(Regression.judge(14.9, QUIET, 0.5).verdict()).isEqualTo(Verdict.WITHIN_NOISE);
    }

    @Test
    void what_waits_for_a_disk_may_fall_further() {
        assertThat(Regression.judge(2.1, QUIET, 0.8).verdict()).isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(Regression.judge(1.9, QUIET, 0.8).verdict()).isEqualTo(Verdict.REGRESSION);
    }

    @Test
    void runs_that_spread_widely_widen_the_bound() {
        List<Double> wide = List.of(10.0, 7.5, 12.5, 8.0, 12.0);
        Judgement judgement = Regression.judge(4.5, wide, 0.5);
        assertThat(judgement.bound()).isCloseTo(4.0, within(1e-9));
        assertThat(judgement.verdict()).isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(Regression.judge(3.9, wide, 0.5).verdict()).isEqualTo(Verdict.REGRESSION);
    }

    @Test
    void no_spread_excuses_everything() {
        List<Double> wild = List.of(1.0, 20.0, 10.0, 3.0, 18.0);
        assertThat(Regression.judge(0.9, wild, 0.5).verdict()).isEqualTo(Verdict.REGRESSION);
    }

    @Test
    void one_slow_recorded_run_moves_nothing() {
        assertThat(Regression.judge(4.9, List.of(10.0, 10.1, 9.9, 0.1), 0.5).verdict())
                .isEqualTo(Verdict.REGRESSION);
    }

    @Test
    void what_is_far_above_is_told_too() {
        assertThat(Regression.judge(15.1, QUIET, 0.5).verdict()).isEqualTo(Verdict.FASTER);
    }

    @Test
    void two_recorded_runs_are_nothing_to_compare_with() {
        assertThat(Regression.judge(0.1, List.of(10.0, 10.0), 0.5).verdict()).isEqualTo(Verdict.NOTHING_TO_COMPARE);
        assertThat(Regression.judge(0.1, List.of(), 0.5).verdict()).isEqualTo(Verdict.NOTHING_TO_COMPARE);
    }
}
