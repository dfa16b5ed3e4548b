package org.debitcredit.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.debitcredit.bench.QuickVerdict.Measured;
import org.debitcredit.history.BenchmarkRun;
import org.debitcredit.history.Machine;
import org.debitcredit.history.Regression;
import org.debitcredit.history.Regression.Verdict;
import org.junit.jupiter.api.Test;

class QuickVerdictTest {

    private static final List<Double> RECORDED = List.of(10.0, 10.1, 9.9);

    private static QuickVerdict measure(Double... ratios) throws IOException {
        return measureBusy(1, ratios);
    }

    private static QuickVerdict measureBusy(double share, Double... ratios) throws IOException {
        Deque<Double> next = new ArrayDeque<>(List.of(ratios));
        return QuickVerdict.of(
                () -> new Measured(
                        new BenchmarkRun(
                                "bus",
                                "abc",
                                Instant.EPOCH,
                                new Machine(2, "cpu", "os", "jdk"),
                                "settings",
                                123,
                                "transactions/s",
                                45,
                                "loops/s",
                                next.pop(),
                                0.5),
                        share),
                measured -> Regression.judge(
                        measured.run().ratio(), RECORDED, measured.run().noise(), share),
                3);
    }

    @Test
    void one_slow_moment_is_measured_again_and_forgiven() throws IOException {
        QuickVerdict verdict = measure(1.0, 9.0);
        assertThat(verdict.judgement().verdict()).isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(verdict.attempts()).isEqualTo(2);
        assertThat(verdict.measured().run().ratio()).isEqualTo(9.0);
    }

    @Test
    void three_slow_moments_are_a_regression_and_the_message_says_by_what() throws IOException {
        QuickVerdict verdict = measure(1.0, 2.0, 3.0);
        assertThat(verdict.judgement().verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(verdict.text())
                .contains(
                        "bus",
                        "3.000 times",
                        "REGRESSION: median of 3 recorded 10.00, bound 7.000 (a loss of 30 % passes)",
                        "measured 3 times");
    }

    @Test
    void what_others_take_lowers_the_bound_and_is_said() throws IOException {
        QuickVerdict half = measureBusy(0.5, 3.6);
        assertThat(half.judgement().verdict()).isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(half.text())
                .contains("bound 3.500 (a loss of 65 % passes)", "other processes left 50 % of a " + "processor");
        assertThat(measureBusy(0.5, 2.0, 2.0, 2.0).judgement().verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(measure(9.0).text()).doesNotContain("others");
    }

    @Test
    void rounds_come_to_their_medians_and_the_ratio_is_formed_in_each() {
        QuickMeasurement measured = QuickMeasurement.parse(List.of("10.0 5.0 1.0", "30.0 10.0 0.5", "20.0 20.0 0.75"));
        assertThat(measured.perSecond()).isEqualTo(20);
        assertThat(measured.baselinePerSecond()).isEqualTo(10);
        assertThat(measured.ratio()).isCloseTo(2, within(1e-9));
        assertThat(measured.processorShare()).isEqualTo(0.75);
    }
}
