package org.debitcredit.workload;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * How long a customer thinks between two requests: negative exponential, cut at {@value #CUT_AT_MEANS} times the mean
 * (TPC-A).
 *
 * @param mean of the distribution before the cut, which takes 0.005 % off it; zero is no thinking at all
 */
public record ThinkTime(Duration mean) {

    /** The longest think time, in means. */
    public static final int CUT_AT_MEANS = 10;

    private static final Duration LONGEST = Duration.ofHours(24);

    public ThinkTime {
        if (mean.isNegative() || mean.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("mean think time is " + mean + "; it must be 0 to 24 hours");
        }
    }

    /** Draws the next one. */
    public long nextNanos(SplittableRandom random) {
        double means = -Math.log(1 - random.nextDouble());
        return (long) (Math.min(means, CUT_AT_MEANS) * mean.toNanos());
    }
}
