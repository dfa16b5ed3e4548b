package org.debitcredit.measure.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.RequestTimes;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.junit.jupiter.api.Test;

/** Single rules, their words, and checkers that are wrong themselves. */
class RulesTest {

    private static final Finding PASSED = new Finding("a", Verdict.PASS, "fine");
    private static final Finding UNDECIDED = new Finding("b", Verdict.UNDECIDED, "unclear");
    private static final Finding FAILED = new Finding("c", Verdict.FAIL, "slow");
    private static final Finding VOID = new Finding("d", Verdict.VOID, "nothing");

    private static Finding response(double low, double estimate, double high) {
        return ResponseRule.finding(
                new Responses("BALANCE", new QuantileBounds(0.9, 1_000, low, estimate, high), Duration.ofSeconds(2)));
    }

    @Test
    void the_bounds_decide_and_not_the_estimate() {
        assertThat(response(1_000_000, 1_500_000, 1_999_999).verdict()).isEqualTo(Verdict.PASS);
        assertThat(response(1_000_000, 1_500_000, 2_000_000).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(response(1_999_999, 2_500_000, 3_000_000).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(response(2_000_000, 2_500_000, 3_000_000).verdict()).isEqualTo(Verdict.FAIL);
        assertThat(response(0, 5, Double.POSITIVE_INFINITY).verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void a_reason_names_rule_value_and_bound() {
        assertThat(response(1_990_000, 2_000_000, 2_010_000))
                .hasToString("response time of BALANCE: undecided: 90 % of 1,000 requests took at most 2,000.000 ms "
                        + "(between 1,990.000 and 2,010.000); the limit is 2,000 ms");
        assertThat(CheckpointRule.finding(120, List.of(new Checkpoint(-1, 3))))
                .hasToString("a checkpoint in the window: void: of 1 checkpoints none began and ended in the window of "
                        + "120 s; one must");
        assertThat(JudgeTest.judge(
                                new SyntheticTerminals(1) {
                                    @Override
                                    double service(double sentMillis) {
                                        return sentMillis >= 60_000 && sentMillis < 64_000 ? 64_000 - sentMillis : 5;
                                    }
                                }.evidence())
                        .reasons())
                .extracting(Finding::reason)
                .anyMatch(reason ->
                        reason.matches("seconds 6[0-3] to 6[0-3] had no answer though [0-9,]+ requests were due;.*"));
    }

    @Test
    void a_failure_of_response_times_names_the_first_second() {
        QuantileBounds slow = new QuantileBounds(0.9, 1_000, 2_400_000, 2_500_000, 2_600_000);
        assertThat(ResponseRule.finding(new Responses("BALANCE", slow, Duration.ofSeconds(2), OptionalInt.of(7)))
                        .reason())
                .endsWith("; the limit is 2,000 ms, which was reached first in second 7");
        QuantileBounds quick = new QuantileBounds(0.9, 1_000, 1_000, 2_000, 3_000);
        assertThat(ResponseRule.finding(new Responses("BALANCE", quick, Duration.ofSeconds(2), OptionalInt.of(7)))
                        .reason())
                .endsWith("; the limit is 2,000 ms");
    }

    @Test
    void the_first_second_over_the_limit_is_found() {
        MergedRecording recording = new MergedRecording(0.9);
        for (int second = 0; second < 5; second++) {
            RequestTimes times = RequestTimes.none();
            for (int i = 0; i < 10 && second != 1; i++) {
                // One slow answer of ten is allowed, two are not.
                times.fromIntended().recordValue(i < second - 1 ? 2_500_000 : 1_000);
            }
            recording.add(new RecordedInterval(
                    second * 1_000L, (second + 1) * 1_000L, new TreeMap<>(Map.of("BALANCE", times))));
        }
        assertThat(recording.firstNotBelow("BALANCE", 2_000_000)).hasValue(3);
        assertThat(recording.firstNotBelow("BALANCE", 3_000_000)).isEmpty();
        assertThat(recording.firstNotBelow("DEPOSIT", 1)).isEmpty();
    }

    private static Finding silence(long[] answers, long[] late) {
        long[] due = new long[answers.length];
        Arrays.fill(due, 50);
        return TrafficRules.ofAnswers(new Traffic(due, answers, 0, late), 50L * due.length).stream()
                .filter(finding -> finding.rule().equals("no silent second"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_pause_of_those_who_ask_is_not_blamed_on_the_service() {
        long[] answers = {50, 0, 100, 0, 100};
        Finding paused = silence(answers, new long[] {0, 50, 0, 49, 0});
        assertThat(paused.verdict()).isEqualTo(Verdict.VOID);
        assertThat(paused.reason()).startsWith("second 1 had no answer, but most of the 50 requests");
        Finding stalled = silence(answers, new long[] {0, 50, 0, 0, 0});
        assertThat(stalled.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(stalled.reason()).startsWith("second 3 had no answer though 50 requests");
    }

    @Test
    void the_gravest_verdict_prevails() {
        assertThat(RunVerdict.of(List.of()).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(RunVerdict.of(List.of(PASSED)).verdict()).isEqualTo(Verdict.PASS);
        assertThat(RunVerdict.of(List.of(PASSED, UNDECIDED)).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(RunVerdict.of(List.of(FAILED, UNDECIDED)).verdict()).isEqualTo(Verdict.FAIL);
        RunVerdict all = RunVerdict.of(List.of(VOID, FAILED, PASSED));
        assertThat(all.verdict()).isEqualTo(Verdict.VOID);
        assertThat(all.reasons()).containsExactly(VOID, FAILED);
        assertThat(Verdict.VOID.word()).isEqualTo("void");
    }

    @Test
    void a_short_run_shows_no_steady_state() {
        Evidence healthy = new SyntheticTerminals(3).evidence();
        Evidence shortened = new Evidence(
                healthy.traffic(),
                healthy.recorded(),
                healthy.responses(),
                Arrays.copyOf(healthy.medians(), 19),
                healthy.load(),
                healthy.scalePerSecond(),
                healthy.latenessMicros(),
                healthy.stolenShare(),
                healthy.checkpoints());
        assertThat(JudgeTest.judge(shortened).verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    /** Seconds of response times in microseconds; about one in seven is slow, in every second. */
    private static double[][] oneInSevenSlow() {
        SplittableRandom random = new SplittableRandom(8);
        double[][] seconds = new double[100][200];
        for (double[] second : seconds) {
            Arrays.setAll(second, i -> random.nextDouble() < 0.15 ? 3_000_000 : 5_000 + random.nextInt(5_000));
        }
        return seconds;
    }

    private static Histogram merged(double[][] seconds) {
        Histogram all = new Histogram(3);
        Arrays.stream(seconds).flatMapToDouble(DoubleStream::of).forEach(value -> all.recordValue((long) value));
        return all;
    }

    /** Whether what a checker takes for the 90th percentile is the sample at its rank. */
    private static boolean isRight(ToDoubleFunction<double[][]> checker) {
        double[][] seconds = oneInSevenSlow();
        double[] sorted = Arrays.stream(seconds)
                .flatMapToDouble(DoubleStream::of)
                .sorted()
                .toArray();
        double truth = sorted[sorted.length * 9 / 10 - 1];
        return Math.abs(checker.applyAsDouble(seconds) / truth - 1) < 0.001;
    }

    @Test
    void a_checker_of_the_wrong_percentile_is_found() {
        assertThat(isRight(seconds -> QuantileBounds.of(merged(seconds), 0.9).estimate()))
                .isTrue();
        // CockroachDB's check of TPC-C asked so, and its limit never failed anything.
        assertThat(isRight(seconds -> merged(seconds).getValueAtPercentile(.9))).isFalse();
    }

    @Test
    void a_checker_of_averages_is_found() {
        ToDoubleFunction<double[][]> ofAverages = seconds -> QuantileBounds.of(
                        merged(new double[][] {
                            Arrays.stream(seconds)
                                    .mapToDouble(second ->
                                            DoubleStream.of(second).average().orElseThrow())
                                    .toArray()
                        }),
                        0.9)
                .estimate();
        assertThat(isRight(ofAverages)).isFalse();
        // It would have passed what fails.
        double[][] seconds = oneInSevenSlow();
        assertThat(ofAverages.applyAsDouble(seconds)).isLessThan(2_000_000);
        assertThat(ResponseRule.finding(new Responses(
                                "BALANCE", QuantileBounds.of(merged(seconds), 0.9), Duration.ofSeconds(2)))
                        .verdict())
                .isEqualTo(Verdict.FAIL);
    }

    private static Evidence with(Evidence run, Traffic traffic, double stolenShare) {
        return new Evidence(
                traffic,
                run.recorded(),
                run.responses(),
                run.medians(),
                run.load(),
                run.scalePerSecond(),
                run.latenessMicros(),
                stolenShare,
                run.checkpoints());
    }

    private static Verdict verdictOf(String rule, RunVerdict run) {
        return run.findings().stream()
                .filter(finding -> finding.rule().equals(rule))
                .findFirst()
                .orElseThrow()
                .verdict();
    }

    @Test
    void a_share_of_stolen_time_that_is_not_known_is_undecided() {
        Evidence healthy = new SyntheticTerminals(3).evidence();
        assertThat(JudgeTest.judge(healthy).verdict()).isEqualTo(Verdict.PASS);
        assertThat(JudgeTest.judge(with(healthy, healthy.traffic(), Double.NaN)).verdict())
                .isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void lateness_that_was_not_recorded_is_not_taken_for_none() {
        Evidence healthy = new SyntheticTerminals(3).evidence();
        Evidence unknown = new Evidence(
                healthy.traffic(),
                healthy.recorded(),
                healthy.responses(),
                healthy.medians(),
                healthy.load(),
                healthy.scalePerSecond(),
                new Histogram(3),
                healthy.stolenShare(),
                healthy.checkpoints());
        assertThat(verdictOf("requests are sent in time", JudgeTest.judge(unknown)))
                .isEqualTo(Verdict.VOID);
    }

    @Test
    void windows_of_no_and_of_one_second_never_pass() {
        Evidence healthy = new SyntheticTerminals(3).evidence();
        for (int seconds = 0; seconds <= 1; seconds++) {
            long[] ofEach = new long[seconds];
            Arrays.fill(ofEach, healthy.recorded());
            RunVerdict verdict = JudgeTest.judge(with(healthy, new Traffic(ofEach, ofEach, 0), 0));
            assertThat(verdict.verdict()).isNotEqualTo(Verdict.PASS);
            assertThat(verdictOf("both halves answer alike", verdict)).isEqualTo(Verdict.UNDECIDED);
        }
    }

    /** Checkpoints from one end of the window to the other leave no second between them. */
    @Test
    void seconds_during_checkpoints_are_compared_with_each_other_when_there_are_no_others() {
        Evidence healthy = new SyntheticTerminals(3).evidence();
        Evidence always = new Evidence(
                healthy.traffic(),
                healthy.recorded(),
                healthy.responses(),
                healthy.medians(),
                healthy.load(),
                healthy.scalePerSecond(),
                healthy.latenessMicros(),
                healthy.stolenShare(),
                List.of(new Checkpoint(-5, 118), new Checkpoint(0, 118)));
        assertThat(BetweenCheckpoints.medians(always)).hasSize(118);
        assertThat(BetweenCheckpoints.medians(healthy)).hasSize(120 - 5 - 45);
    }

    @Test
    void a_second_without_answers_has_no_median() {
        long[] answers = new long[60];
        Arrays.fill(answers, 3);
        answers[10] = 0;
        answers[20] = 0;
        double[] medians = new double[58];
        Arrays.setAll(medians, i -> i);
        Evidence healthy = new SyntheticTerminals(3).evidence();
        Evidence silent = new Evidence(
                new Traffic(answers, answers, 0),
                healthy.recorded(),
                healthy.responses(),
                medians,
                healthy.load(),
                healthy.scalePerSecond(),
                healthy.latenessMicros(),
                healthy.stolenShare(),
                List.of(new Checkpoint(30, 31)));
        // The 31st second is the 29th that has a median.
        assertThat(BetweenCheckpoints.medians(silent))
                .hasSize(57)
                .doesNotContain(28)
                .contains(27, 29);
    }
}
