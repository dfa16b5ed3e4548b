package org.debitcredit.measure.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.statistics.DickeyFuller;
import org.debitcredit.measure.statistics.Independence;
import org.debitcredit.measure.statistics.MannKendall;
import org.debitcredit.measure.statistics.Significance;
import org.debitcredit.measure.statistics.Trend;
import org.hipparchus.stat.StatUtils;

/**
 * The run is in a steady state: the medians of its seconds return to a level and do not rise or fall, and both halves
 * answer alike.
 */
final class SteadyState {

    /**
     * Level of the test against a unit root. An error passes an unsteady run and rejects no healthy one, so the level
     * is not divided. The medians of seconds are noisy, and noise lets a unit root pass more often than the level says:
     * of synthetic random walks with two minutes of noisy medians 5 % pass at 0.01, and 12 % would at 0.05.
     */
    private static final double UNIT_ROOT = 0.01;

    /**
     * Level of the test of neighbouring medians. A dependence that is missed makes the test for a trend a little too
     * strict.
     */
    private static final Significance DEPENDENCE = new Significance(0.05);

    /** A smaller change from the first quarter to the last is ignored, however certain it is. */
    private static final double TREND = 0.10;

    private static final double HALVES = 0.02;
    private static final double PERCENT = 100;

    private SteadyState() {}

    static List<Finding> findings(Evidence evidence, Significance significance) {
        List<Finding> findings = new ArrayList<>();
        double[] medians = evidence.medians();
        if (medians.length < DickeyFuller.FEWEST) {
            findings.add(Finding.of(
                    "steady state",
                    false,
                    Verdict.UNDECIDED,
                    "%d seconds had answers; a steady state shows in %d or more",
                    medians.length,
                    DickeyFuller.FEWEST));
        } else {
            findings.add(level(medians));
            findings.add(trend(medians, significance));
        }
        findings.add(halves(evidence.traffic(), significance));
        return findings;
    }

    private static Finding level(double[] medians) {
        DickeyFuller test = DickeyFuller.of(DoubleStream.of(medians)
                .map(micros -> Math.log(Math.max(1, micros)))
                .toArray());
        return Finding.of(
                "response times keep a level",
                test.probability() < UNIT_ROOT,
                Verdict.VOID,
                "the medians of %d seconds, if they wandered off, would look like these with probability %.5f (augmented "
                        + "Dickey-Fuller on logarithms, statistic %.2f); the limit is %.2f",
                medians.length,
                test.probability(),
                test.statistic(),
                UNIT_ROOT);
    }

    private static Finding trend(double[] medians, Significance significance) {
        int step = Independence.step(Trend.removedFrom(medians), DEPENDENCE).orElse(1);
        double probability = MannKendall.probability(Independence.thinned(medians, step));
        int quarter = medians.length / 4;
        double first = StatUtils.percentile(Arrays.copyOf(medians, quarter), 50);
        double last = StatUtils.percentile(Arrays.copyOfRange(medians, medians.length - quarter, medians.length), 50);
        double change = first == 0 ? 0 : last / first - 1;
        return Finding.of(
                "response times have no trend",
                !significance.rejects(probability) || Math.abs(change) <= TREND,
                Verdict.VOID,
                "the medians changed by %+.1f %% from the first quarter to the last, and have no trend with probability "
                        + "%.5f (Mann-Kendall, every %d. second); the limits are %.0f %% and %.5f together",
                change * PERCENT,
                probability,
                step,
                TREND * PERCENT,
                significance.perTest());
    }

    private static Finding halves(Traffic traffic, Significance significance) {
        long[] answers = traffic.answersBySecond();
        int half = answers.length / 2;
        long first = LongStream.of(answers).limit(half).sum();
        long second = LongStream.of(answers).skip(answers.length - half).sum();
        double apart = first == 0 || second == 0 ? 1 : Math.abs((double) second / first - 1);
        double chance =
                first == 0 || second == 0 ? 0 : significance.deviations() * Math.sqrt(1.0 / first + 1.0 / second);
        return Finding.of(
                "both halves answer alike",
                apart <= HALVES + chance,
                Verdict.VOID,
                "the first half had %,d answers and the second %,d: %.2f %% apart; with chance the limit is %.2f %%",
                first,
                second,
                apart * PERCENT,
                (HALVES + chance) * PERCENT);
    }
}
