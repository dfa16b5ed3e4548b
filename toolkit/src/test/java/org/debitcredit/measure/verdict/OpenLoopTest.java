package org.debitcredit.measure.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.CatchUp;
import org.debitcredit.measure.TrafficCounter;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.junit.jupiter.api.Test;

/** An open loop against a queue that is cold at first, in simulated time. */
class OpenLoopTest {

    private static final double PER_SECOND = 100;
    private static final double CAPACITY = 125;
    private static final int SECONDS = 60;

    /**
     * Answers no request in its first seconds, and then one after the other. Times are seconds since the warm-up ended.
     */
    private static final class Queue {
        private static final double COLD_UNTIL = 0;
        private final List<Double> due = new ArrayList<>();
        private final List<Double> answered = new ArrayList<>();
        private int oldest;

        Queue(SplittableRandom random, double coldSeconds, boolean regular) {
            double at = -coldSeconds;
            double free = COLD_UNTIL;
            while (at < 110) {
                at += regular ? 1 / PER_SECOND : -Math.log(1 - random.nextDouble()) / PER_SECOND;
                due.add(at);
                free = Math.max(free, at) + 1 / CAPACITY;
                answered.add(free);
            }
        }

        /** Time since the oldest unanswered request was due. The calls must be in ascending order of time. */
        private double backlog(double at) {
            while (answered.get(oldest) <= at) {
                oldest++;
            }
            return Math.max(0, at - due.get(oldest));
        }

        double caughtUp() {
            CatchUp catchUp = new CatchUp(0, Duration.ofSeconds(60));
            double at = 0;
            while (catchUp.observe((long) (at * 1e9), (long) (backlog(at) * 1e9)) == CatchUp.State.CATCHING_UP) {
                at += 0.1;
            }
            return at;
        }

        Evidence measuredFrom(double from, double asked) {
            TrafficCounter counter = new TrafficCounter(0, SECONDS);
            Histogram micros = new Histogram(3);
            Histogram lateness = new Histogram(3);
            double[][] seconds = new double[SECONDS][400];
            int[] inSecond = new int[SECONDS];
            List<Double> gaps = new ArrayList<>();
            for (int i = 1; i < due.size(); i++) {
                long dueNanos = (long) Math.floor((due.get(i) - from) * 1e9);
                long answeredNanos = (long) Math.floor((answered.get(i) - from) * 1e9);
                counter.due(dueNanos);
                counter.answered(answeredNanos);
                if (counter.measures(dueNanos)) {
                    micros.recordValue((answeredNanos - dueNanos) / 1_000);
                    lateness.recordValue(0);
                    gaps.add(due.get(i) - due.get(i - 1));
                }
                if (counter.measures(answeredNanos)) {
                    int second = (int) (answeredNanos / 1_000_000_000L);
                    seconds[second][inSecond[second]++] = (answeredNanos - dueNanos) / 1e3;
                }
            }
            return new Evidence(
                    counter.traffic(),
                    micros.getTotalCount(),
                    List.of(new Responses("DEBIT_CREDIT", QuantileBounds.of(micros, 0.9), Duration.ofSeconds(2))),
                    SyntheticTerminals.medians(seconds, inSecond),
                    new Load.OpenLoop(
                            asked,
                            gaps.stream().mapToDouble(Double::doubleValue).toArray()),
                    1_000,
                    lateness,
                    0,
                    List.of(new Checkpoint(1, 2)));
        }
    }

    private static Queue cold(long seed) {
        return new Queue(new SplittableRandom(seed), 3, false);
    }

    private static boolean isBroken(RunVerdict verdict, String rule) {
        return verdict.verdict() == Verdict.VOID
                && verdict.reasons().stream().anyMatch(finding -> finding.rule().equals(rule));
    }

    @Test
    void a_run_that_has_caught_up_passes() {
        int passed = 0;
        for (long seed = 0; seed < JudgeTest.RUNS; seed++) {
            Queue queue = cold(seed);
            RunVerdict verdict = JudgeTest.judge(queue.measuredFrom(queue.caughtUp(), PER_SECOND));
            passed += verdict.verdict() == Verdict.PASS ? 1 : 0;
        }
        assertThat(passed).isGreaterThanOrEqualTo(JudgeTest.RUNS * 99 / 100);
    }

    @Test
    void a_warm_ups_backlog_inside_the_window_is_found() {
        int found = 0;
        for (long seed = 0; seed < JudgeTest.RUNS; seed++) {
            RunVerdict verdict = JudgeTest.judge(cold(seed).measuredFrom(0, PER_SECOND));
            found += isBroken(verdict, "no backlog from the warm-up") ? 1 : 0;
        }
        assertThat(found).isGreaterThanOrEqualTo(JudgeTest.RUNS * 95 / 100);
    }

    @Test
    void what_is_measured_after_the_backlog_has_none_of_it() {
        Queue queue = cold(1);
        double from = queue.caughtUp();
        assertThat(from).isGreaterThan(5);
        assertThat(queue.measuredFrom(0, PER_SECOND).responses().get(0).micros().estimate())
                .isGreaterThan(1_000_000);
        assertThat(queue.measuredFrom(from, PER_SECOND)
                        .responses()
                        .get(0)
                        .micros()
                        .estimate())
                .isLessThan(100_000);
    }

    @Test
    void requests_at_regular_times_and_at_another_rate_are_found() {
        Queue regular = new Queue(new SplittableRandom(1), 0.1, true);
        assertThat(isBroken(JudgeTest.judge(regular.measuredFrom(5, PER_SECOND)), "requests come at random"))
                .isTrue();
        Queue queue = cold(2);
        assertThat(isBroken(
                        JudgeTest.judge(queue.measuredFrom(queue.caughtUp(), 115)), "the rate is the requested one"))
                .isTrue();
    }
}
