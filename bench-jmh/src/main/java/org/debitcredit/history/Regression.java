package org.debitcredit.history;

import java.util.Arrays;
import java.util.List;

/**
 * Whether a ratio is worse than recorded ratios by more than noise. Noise is four times their median absolute
 * deviation: if they are spread normally, 3 of 1,000 ratios are lower by chance. It is at least the benchmark's own
 * {@link BenchmarkRun#noise}, because a few recorded runs can agree by chance, and at most three tenths of their
 * median, so that the loss of a third is a regression at any spread. The bound is lower in proportion if other
 * processes took processor time while the ratio was measured.
 *
 * <pre>
 *   0 ......... bound ......... median ......... median + noise ......
 *   REGRESSION  │         WITHIN_NOISE           │          FASTER
 * </pre>
 */
public final class Regression {

    /** Fewer recorded runs say nothing about their spread. */
    public static final int RECORDED_MIN = 3;

    private static final double DEVIATIONS = 4;
    /** What is allowed at most, as a share of the median, however far the recorded ratios spread. */
    public static final double NOISE_MAX = 0.3;

    /** What a ratio is, compared with the recorded ones. */
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

        /** The share of the median that can be lost without being a regression. */
        public double allowed() {
            return 1 - bound / median;
        }
    }

    private Regression() {}

    /** Judges a ratio that was measured on a machine that does nothing else. */
    public static Judgement judge(double ratio, List<Double> recorded, double noise) {
        return judge(ratio, recorded, noise, 1);
    }

    /**
     * Judges a ratio by recorded ones of the same benchmark and settings; more is better.
     *
     * @param noise see {@link BenchmarkRun#noise}
     * @param processorShare how much of a processor others left to a thread while the ratio was measured, 0 to 1
     */
    public static Judgement judge(double ratio, List<Double> recorded, double noise, double processorShare) {
        if (recorded.size() < RECORDED_MIN) {
            return new Judgement(Verdict.NOTHING_TO_COMPARE, ratio, recorded.size(), 0, 0);
        }
        double[] ratios = recorded.stream().mapToDouble(Double::doubleValue).toArray();
        double median = median(ratios);
        double deviation = median(
                Arrays.stream(ratios).map(each -> Math.abs(each - median)).toArray());
        double band = Math.min(NOISE_MAX * median, Math.max(noise * median, DEVIATIONS * deviation));
        double bound = (median - band) * processorShare;
        Verdict verdict = Verdict.WITHIN_NOISE;
        if (ratio < bound) {
            verdict = Verdict.REGRESSION;
        } else if (ratio > median + band) {
            verdict = Verdict.FASTER;
        }
        return new Judgement(verdict, ratio, recorded.size(), median, bound);
    }

    /** The middle one, or the mean of the middle two. */
    public static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
