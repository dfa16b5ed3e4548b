package org.debitcredit.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.debitcredit.history.BenchmarkRun;
import org.debitcredit.history.Machine;
import org.debitcredit.history.Regression;
import org.debitcredit.history.Regression.Verdict;
import org.junit.jupiter.api.Test;

class QuickVerdictTest {

    private static final List<Double> RECORDED = List.of(10.0, 10.1, 9.9);

    private static QuickVerdict measure(Double... ratios) throws IOException {
        Deque<Double> next = new ArrayDeque<>(List.of(ratios));
        return QuickVerdict.of(
                () -> new BenchmarkRun(
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
                run -> Regression.judge(run.ratio(), RECORDED, run.noise()),
                3);
    }

    @Test
    void one_slow_moment_is_measured_again_and_forgiven() throws IOException {
        QuickVerdict verdict = measure(1.0, 9.0);
        assertThat(verdict.judgement().verdict()).isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(verdict.attempts()).isEqualTo(2);
        assertThat(verdict.run().ratio()).isEqualTo(9.0);
    }

    @Test
    void three_slow_moments_are_a_regression_and_the_message_says_by_what() throws IOException {
        QuickVerdict verdict = measure(1.0, 2.0, 3.0);
        assertThat(verdict.judgement().verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(verdict.text())
                .contains(
                        "bus",
                        "3.000 times",
                        "REGRESSION: median of 3 recorded 10.00, bound 5.000",
                        "measured 3 times");
    }

    @Test
    void rounds_come_to_their_medians_and_the_ratio_is_formed_in_each() {
        QuickMeasurement measured = QuickMeasurement.parse(List.of("10.0 5.0", "30.0 10.0", "20.0 20.0"));
        assertThat(measured.perSecond()).isEqualTo(20);
        assertThat(measured.baselinePerSecond()).isEqualTo(10);
        assertThat(measured.ratio()).isCloseTo(2, within(1e-9));
    }
}
