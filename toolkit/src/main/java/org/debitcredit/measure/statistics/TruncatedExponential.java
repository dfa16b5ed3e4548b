package org.debitcredit.measure.statistics;

import java.util.SplittableRandom;

/**
 * The law of think times: negative exponential, cut at {@value #CUT_AT_MEANS} times its mean, in whole milliseconds.
 * Longer times are set to the cut, and fractions of a millisecond are dropped.
 *
 * @param meanMillis before the cut, which takes 0.005 % off it
 */
public record TruncatedExponential(double meanMillis) {

    /** The longest time, in means. */
    public static final int CUT_AT_MEANS = 10;

    public TruncatedExponential {
        if (!(meanMillis >= 1)) {
            throw new IllegalArgumentException("mean is " + meanMillis + " ms; it must be 1 or more");
        }
    }

    /** The probability of a time of this many milliseconds or fewer. */
    public double cumulative(long millis) {
        if (millis < 0) {
            return 0;
        }
        return millis >= longestMillis() ? 1 : 1 - Math.exp(-(millis + 1) / meanMillis);
    }

    /** Whether a time can occur. */
    boolean allows(long millis) {
        return millis >= 0 && millis <= longestMillis();
    }

    /** The mean of the times as they are: cut, and in whole milliseconds. */
    public double meanOfWholeMillis() {
        // Of a time in whole milliseconds, the sum of the probabilities that it is longer than 0, 1, 2 ... is the mean.
        double ratio = Math.exp(-1 / meanMillis);
        return ratio * (1 - Math.pow(ratio, longestMillis())) / (1 - ratio);
    }

    /** Draws a time. */
    public long drawMillis(SplittableRandom random) {
        double millis = -Math.log(1 - random.nextDouble()) * meanMillis;
        return (long) Math.min(millis, longestMillis());
    }

    private long longestMillis() {
        return (long) (CUT_AT_MEANS * meanMillis);
    }
}
