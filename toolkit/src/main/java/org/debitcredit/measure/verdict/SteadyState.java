package org.debitcredit.measure.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
 * answer alike. Seconds during checkpoints are not compared with those between.
 */
final class SteadyState {

    /**
     * Level of the test against a unit root. An error passes an unsteady run and rejects no healthy one, so the level
     * is not divided. The medians of seconds are noisy, and noise lets a unit root pass more often than the level says:
     * of synthetic random walks with two minutes of noisy medians 4 % pass at 0.01, and 11 % would at 0.05.
     */
    private static final double UNIT_ROOT = 0.01;

    /**
     * Level of the test of neighbouring medians. A dependence that is missed makes the test for a trend a little too
     * strict.
     */
    private static final Significance DEPENDENCE = new Significance(0.05);

    /** A smaller change of the medians over the window is ignored, however certain it is. */
    private static final double CHANGE = 0.10;

    /**
     * The same where the response times themselves are the result: a drift of 0.2 % a second changes them by 7 %
     * between the outer quarters of a window of 40 s, and chance takes up to 4 % from that at 2,000 requests a second.
     */
    private static final double CHANGE_OF_RESULT = 0.03;

    /**
     * A change of the medians by a smaller part of the limit of the response times is ignored too, 1 ms of 2 s: it
     * changes no verdict, and compilers and other guests of the host cause it in healthy runs at low rates.
     */
    private static final double LIMIT_SHARE = 1.0 / 2_000;

    /** Parts of the window whose medians are compared. */
    private static final int PARTS = 10;

    private static final double PROBABILITY_SHOWN = 0.00001;
    private static final double HALVES = 0.02;
    private static final double PERCENT = 100;
    private static final double MICROS_PER_MILLI = 1_000;
    private static final double NANOS_PER_MICRO = 1_000;

    /** The changes of the medians that are ignored, as a share and in microseconds; one of them is enough. */
    private record Ignored(double share, double micros) {}

    private SteadyState() {}

    /** The findings on a run that is judged by the limits of its response times. */
    static List<Finding> findings(Evidence evidence, Significance significance) {
        double limitMicros = evidence.responses().stream()
                .mapToDouble(responses -> responses.limit().toNanos() / NANOS_PER_MICRO)
                .min()
                .orElse(0);
        return findings(
                evidence.traffic(),
                evidence.medians().length,
                BetweenCheckpoints.medians(evidence),
                significance,
                new Ignored(CHANGE, limitMicros * LIMIT_SHARE));
    }

    /** The findings on a run whose response times themselves are the result. */
    static List<Finding> findingsOnResult(Traffic traffic, double[] medians, Significance significance) {
        return findings(traffic, medians.length, medians, significance, new Ignored(CHANGE_OF_RESULT, 0));
    }

    private static List<Finding> findings(
            Traffic traffic, int answered, double[] medians, Significance significance, Ignored ignored) {
        List<Finding> findings = new ArrayList<>();
        if (medians.length < DickeyFuller.FEWEST) {
            findings.add(Finding.of(
                    "steady state",
                    false,
                    Verdict.UNDECIDED,
                    "%d seconds had answers, and %d are left without those during checkpoints; a steady state shows in %d "
                            + "or more",
                    answered,
                    medians.length,
                    DickeyFuller.FEWEST));
        } else {
            double[] levels = DoubleStream.of(medians)
                    .map(micros -> Math.log(Math.max(1, micros)))
                    .toArray();
            findings.add(level(levels, ignored));
            findings.add(trend(levels, significance, ignored));
        }
        findings.add(halves(traffic, significance));
        return findings;
    }

    private static Finding level(double[] levels, Ignored ignored) {
        DickeyFuller test = DickeyFuller.of(levels);
        Range range = Range.of(levels);
        return Finding.of(
                "response times keep a level",
                test.probability() < UNIT_ROOT
                        || range.share() <= ignored.share()
                        || range.micros() <= ignored.micros(),
                Verdict.VOID,
                "medians of %d seconds that wander without a level look like these with probability %s (augmented "
                        + "Dickey-Fuller on logarithms, statistic %.2f), and the medians of the window's tenths are %.1f %% "
                        + "or %.3f ms apart; the limits are %.2f, %.0f %% and %.3f ms, and one of them must hold",
                levels.length,
                probability(test.probability()),
                test.statistic(),
                range.share() * PERCENT,
                range.micros() / MICROS_PER_MILLI,
                UNIT_ROOT,
                ignored.share() * PERCENT,
                ignored.micros() / MICROS_PER_MILLI);
    }

    /** From the lowest of the medians of ten parts to the highest, as a share of the lowest and in microseconds. */
    private record Range(double share, double micros) {

        static Range of(double[] levels) {
            double lowest = Double.POSITIVE_INFINITY;
            double highest = Double.NEGATIVE_INFINITY;
            for (int part = 0; part < PARTS; part++) {
                int from = part * levels.length / PARTS;
                int to = (part + 1) * levels.length / PARTS;
                double level = StatUtils.percentile(Arrays.copyOfRange(levels, from, to), 50);
                lowest = Math.min(lowest, level);
                highest = Math.max(highest, level);
            }
            return new Range(Math.expm1(highest - lowest), Math.exp(highest) - Math.exp(lowest));
        }
    }

    private static Finding trend(double[] levels, Significance significance, Ignored ignored) {
        int step = Independence.step(Trend.removedFrom(levels), DEPENDENCE).orElse(1);
        double probability = MannKendall.probability(Independence.thinned(levels, step));
        int quarter = levels.length / 4;
        double first = StatUtils.percentile(Arrays.copyOf(levels, quarter), 50);
        double last = StatUtils.percentile(Arrays.copyOfRange(levels, levels.length - quarter, levels.length), 50);
        double change = Math.expm1(last - first);
        double changeMicros = Math.abs(Math.exp(last) - Math.exp(first));
        return Finding.of(
                "response times have no trend",
                !significance.rejects(probability)
                        || Math.abs(change) <= ignored.share()
                        || changeMicros <= ignored.micros(),
                Verdict.VOID,
                "the medians changed by %+.1f %% or %.3f ms from the first quarter of the window to the last, and "
                        + "medians without a trend look like these with probability %s (Mann-Kendall, %s); the limits are "
                        + "%.0f %%, %.3f ms and %.5f, and one of them must hold",
                change * PERCENT,
                changeMicros / MICROS_PER_MILLI,
                probability(probability),
                step == 1 ? "every second" : "one second in " + step,
                ignored.share() * PERCENT,
                ignored.micros() / MICROS_PER_MILLI,
                significance.perTest());
    }

    private static String probability(double probability) {
        return probability < PROBABILITY_SHOWN
                ? String.format(Locale.ROOT, "below %.5f", PROBABILITY_SHOWN)
                : String.format(Locale.ROOT, "%.5f", probability);
    }

    private static Finding halves(Traffic traffic, Significance significance) {
        String rule = "both halves answer alike";
        long[] answers = traffic.answersBySecond();
        int half = answers.length / 2;
        if (half == 0) {
            return Finding.of(rule, false, Verdict.UNDECIDED, "a window of %d s has no halves", answers.length);
        }
        long first = LongStream.of(answers).limit(half).sum();
        long second = LongStream.of(answers).skip(answers.length - half).sum();
        double apart = first == 0 || second == 0 ? 1 : Math.abs((double) second / first - 1);
        double chance =
                first == 0 || second == 0 ? 0 : significance.deviations() * Math.sqrt(1.0 / first + 1.0 / second);
        return Finding.of(
                rule,
                apart <= HALVES + chance,
                Verdict.VOID,
                "the first half had %,d answers and the second %,d: %.2f %% apart; with chance the limit is %.2f %%",
                first,
                second,
                apart * PERCENT,
                (HALVES + chance) * PERCENT);
    }
}
