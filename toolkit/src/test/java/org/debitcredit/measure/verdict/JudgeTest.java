package org.debitcredit.measure.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.statistics.Significance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules together, on runs of terminals that are known to be healthy, or to have a fault. Fewer or more of them by
 * {@code -Dbank.verdict.seeds}.
 */
class JudgeTest {

    static final int RUNS = Integer.getInteger("bank.verdict.seeds", 200);

    /** The level of a single run, and that of each of the three loads of a certification. */
    private static final List<Double> LEVELS = List.of(Judge.PER_RUN, Judge.PER_RUN / 3);

    private static final List<Evidence> HEALTHY = LongStream.range(0, RUNS)
            .mapToObj(seed -> new SyntheticTerminals(seed).evidence())
            .toList();

    static RunVerdict judge(Evidence evidence) {
        return judge(evidence, Judge.PER_RUN);
    }

    private static RunVerdict judge(Evidence evidence, double level) {
        return Judge.judge(evidence, Asked.ALL, new SplittableRandom(9), level);
    }

    @Test
    void healthy_runs_pass_but_for_one_of_a_hundred() {
        for (double level : LEVELS) {
            List<RunVerdict> rejected = new ArrayList<>();
            for (Evidence evidence : HEALTHY) {
                RunVerdict verdict = judge(evidence, level);
                if (verdict.verdict() != Verdict.PASS) {
                    rejected.add(verdict);
                }
            }
            assertThat(rejected).as("rejected: %s", rejected).hasSizeLessThanOrEqualTo(RUNS / 100);
        }
    }

    /** A fault, the rule that must find it, and the verdict. */
    static Stream<Arguments> faults() {
        return Stream.of(
                fault(
                        "think times are uniform",
                        "think times of all",
                        Verdict.VOID,
                        seed -> new SyntheticTerminals(seed) {
                            @Override
                            long think() {
                                return random.nextLong(20_000);
                            }
                        }),
                fault(
                        "slow answers are dropped",
                        "every request counts",
                        Verdict.VOID,
                        seed -> new SyntheticTerminals(seed) {
                            @Override
                            boolean keeps(double responseMillis) {
                                return responseMillis < 30;
                            }
                        }),
                fault(
                        "the histogram is asked for .9 per cent",
                        "response time of DEBIT_CREDIT",
                        Verdict.VOID,
                        seed -> new SyntheticTerminals(seed) {
                            @Override
                            QuantileBounds quantile(Histogram micros, double[] averagesOfSeconds) {
                                return QuantileBounds.of(micros, .9 / 100);
                            }
                        }),
                fault(
                        "the quantile is one of averages",
                        "every response time is judged",
                        Verdict.VOID,
                        seed -> new SyntheticTerminals(seed) {
                            @Override
                            QuantileBounds quantile(Histogram micros, double[] averagesOfSeconds) {
                                Histogram averages = new Histogram(2);
                                DoubleStream.of(averagesOfSeconds).forEach(value -> averages.recordValue((long) value));
                                return QuantileBounds.of(averages, 0.9);
                            }
                        }),
                fault(
                        "the ramp-down is counted",
                        "the closed loop's law",
                        Verdict.VOID,
                        seed -> new SyntheticTerminals(seed) {
                            @Override
                            double leaves() {
                                return 90_000 + random.nextDouble(30_000);
                            }
                        }),
                fault(
                        "the driver oversleeps",
                        "the closed loop's law",
                        Verdict.VOID,
                        seed -> new SyntheticTerminals(seed) {
                            @Override
                            double asleep(long thinkMillis) {
                                return 1.2 * thinkMillis;
                            }
                        }),
                fault(
                        "the driver sends late",
                        "requests are sent in time",
                        Verdict.VOID,
                        seed -> new SyntheticTerminals(seed) {
                            @Override
                            double late() {
                                return random.nextDouble(70);
                            }
                        }),
                altered(
                        "the host is shared",
                        "the processors are the machine's own",
                        healthy -> with(healthy, healthy.scalePerSecond(), 0.06, healthy.checkpoints())),
                altered(
                        "the bank is too small",
                        "the rate is within the scale",
                        healthy -> with(healthy, SyntheticTerminals.TERMINALS / 12.0, 0, healthy.checkpoints())),
                altered(
                        "the checkpoint is outside",
                        "a checkpoint in the window",
                        healthy -> with(
                                healthy,
                                healthy.scalePerSecond(),
                                0,
                                List.of(new Checkpoint(-40, 5), new Checkpoint(80, 121)))),
                fault(
                        "response times drift",
                        "response times have no trend",
                        Verdict.VOID,
                        seed -> new SyntheticTerminals(seed) {
                            @Override
                            double service(double sentMillis) {
                                return super.service(sentMillis) * (1 + 0.5 * Math.max(0, sentMillis) / 120_000);
                            }
                        }),
                fault(
                        "response times wander off",
                        "response times ",
                        Verdict.VOID,
                        seed -> new SyntheticTerminals(seed) {
                            private final double[] level = walk();

                            private double[] walk() {
                                double[] walk = new double[SECONDS + 60];
                                for (int second = 1; second < walk.length; second++) {
                                    walk[second] = walk[second - 1] + 0.2 * normal();
                                }
                                return walk;
                            }

                            @Override
                            double service(double sentMillis) {
                                double usual = 8 * Math.exp(0.2 * normal());
                                return usual * Math.exp(level[(int) (sentMillis / 1_000 + 31)]);
                            }
                        }),
                fault(
                        "a checkpoint stops the bank",
                        "no silent second",
                        Verdict.FAIL,
                        seed -> new SyntheticTerminals(seed) {
                            @Override
                            double service(double sentMillis) {
                                double stopped = sentMillis >= 60_000 && sentMillis < 64_000 ? 64_000 - sentMillis : 0;
                                return stopped + super.service(sentMillis);
                            }
                        }),
                fault(
                        "the service is slow",
                        "response time of DEBIT_CREDIT",
                        Verdict.FAIL,
                        seed -> new SyntheticTerminals(seed) {
                            @Override
                            double service(double sentMillis) {
                                return random.nextDouble() < 0.15 ? 3_000 : super.service(sentMillis);
                            }
                        }),
                fault("transactions fail", "no failed transaction", Verdict.FAIL, seed -> new SyntheticTerminals(seed) {
                    @Override
                    boolean fails() {
                        return random.nextDouble() < 0.01;
                    }
                }));
    }

    private static Arguments fault(String name, String rule, Verdict verdict, LongFunction<SyntheticTerminals> run) {
        LongFunction<Evidence> evidence = seed -> run.apply(seed).evidence();
        return Arguments.of(name, rule, verdict, evidence);
    }

    /** A fault that is not one of the terminals. */
    private static Arguments altered(String name, String rule, UnaryOperator<Evidence> alter) {
        LongFunction<Evidence> evidence = seed -> alter.apply(HEALTHY.get((int) seed));
        return Arguments.of(name, rule, Verdict.VOID, evidence);
    }

    private static Evidence with(Evidence run, double scale, double stolenShare, List<Checkpoint> checkpoints) {
        return new Evidence(
                run.traffic(),
                run.recorded(),
                run.responses(),
                run.medians(),
                run.load(),
                scale,
                run.latenessMicros(),
                stolenShare,
                checkpoints);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void a_fault_is_found_in_95_of_a_hundred(String name, String rule, Verdict verdict, LongFunction<Evidence> run) {
        int[] found = new int[LEVELS.size()];
        for (long seed = 0; seed < RUNS; seed++) {
            Evidence evidence = run.apply(seed);
            for (int i = 0; i < found.length; i++) {
                RunVerdict judged = judge(evidence, LEVELS.get(i));
                boolean named = judged.reasons().stream()
                        .anyMatch(finding -> finding.rule().startsWith(rule) && finding.verdict() == verdict);
                found[i] += named && judged.verdict().compareTo(verdict) >= 0 ? 1 : 0;
            }
        }
        for (int each : found) {
            assertThat(each).isGreaterThanOrEqualTo(RUNS * 95 / 100);
        }
    }

    /** A compiler that goes on working makes answers faster by half a millisecond, which no rule of 2 s is about. */
    @Test
    void a_change_that_no_limit_depends_on_voids_nothing() {
        Evidence faster = new SyntheticTerminals(3) {
            @Override
            double service(double sentMillis) {
                return super.service(sentMillis) / 8 * (1.5 - 0.5 * Math.max(0, sentMillis) / 120_000);
            }
        }.evidence();
        assertThat(judge(faster).verdict()).as(judge(faster).toString()).isEqualTo(Verdict.PASS);
        List<Finding> strict = SteadyState.findingsOnResult(
                faster.traffic(), BetweenCheckpoints.medians(faster), new Significance(0.001));
        assertThat(RunVerdict.of(strict).verdict()).as(strict.toString()).isEqualTo(Verdict.VOID);
    }

    @Test
    void rules_that_are_not_asked_find_nothing() {
        Evidence healthy = HEALTHY.get(0);
        List<String> all = rules(judge(healthy));
        RunVerdict some = Judge.judge(healthy, new Asked(false, false, false, false), new SplittableRandom(9));
        assertThat(all).containsAll(rules(some));
        assertThat(rules(some))
                .contains("think times of all", "no failed transaction", "requests are sent in time")
                .doesNotContain(
                        "a checkpoint in the window",
                        "the rate is within the scale",
                        "the closed loop's law",
                        "both halves answer alike");
    }

    private static List<String> rules(RunVerdict verdict) {
        return verdict.findings().stream().map(Finding::rule).toList();
    }
}
