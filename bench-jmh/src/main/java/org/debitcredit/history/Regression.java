package org.debitcredit.history;

import java.util.Arrays;
import java.util.List;

/**
 * Whether a ratio is worse than recorded ratios by more than noise. Noise is three times their median absolute deviation,
 * at least what the benchmark says of itself and at most nine tenths of their median: builds run beside others, and yet no
 * spread excuses everything.
 *
 * <pre>
 *   0 ......... bound ......... median ......... median + noise ......
 *   REGRESSION  │         WITHIN_NOISE           │          FASTER
 * </pre>
 */
public final class Regression {

    /** Fewer recorded runs say nothing about their spread. */
    public static final int RECORDED_MIN = 3;

    private static final double DEVIATIONS = 3;
    private static final double CEILING = 0.9;

    /** What a ratio is beside the recorded ones. */
    public enum Verdict {
        NOTHING_TO_COMPARE,
        WITHIN_NOISE,
        FASTER,
        REGRESSION
    }

    /**
     * A verdict and what it rests on.
     *
     * @param ratio the one that was judged
     * @param recorded number of recorded ratios
     * @param median of the recorded ratios; 0 where there is nothing to compare
     * @param bound the least ratio that is no regression; 0 where there is nothing to compare
     */
    public record Judgement(Verdict verdict, double ratio, int recorded, double median, double bound) {

        /** How much better than the median it is: 0.1 is a tenth better, -0.5 half as good. */
        public double change() {
            return ratio / median - 1;
        }
    }

    private Regression() {}

    /**
     * Judges a ratio by recorded ones of the same benchmark and settings; more is better.
     *
     * @param noise see {@link BenchmarkRun#noise}
     */
    public static Judgement judge(double ratio, List<Double> recorded, double noise) {
        if (recorded.size() < RECORDED_MIN) {
            return new Judgement(Verdict.NOTHING_TO_COMPARE, ratio, recorded.size(), 0, 0);
        }
        double[] ratios = recorded.stream().mapToDouble(Double::doubleValue).toArray();
        double median = median(ratios);
        double deviation = median(
                Arrays.stream(ratios).map(each -> Math.abs(each - median)).toArray());
        double band = Math.min(CEILING * median, Math.max(noise * median, DEVIATIONS * deviation));
        Verdict verdict = Verdict.WITHIN_NOISE;
        if (ratio < median - band) {
            verdict = Verdict.REGRESSION;
        } else if (ratio > median + band) {
            verdict = Verdict.FASTER;
        }
        return new Judgement(verdict, ratio, recorded.size(), median, median - band);
    }

    /** The middle one, or the mean of the middle two. */
    public static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
