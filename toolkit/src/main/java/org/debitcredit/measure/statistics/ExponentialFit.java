package org.debitcredit.measure.statistics;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/** Whether times are exponential, by {@link AndersonDarling}. */
public final class ExponentialFit {

    private ExponentialFit() {}

    /**
     * The p-value of think times under the law that they should follow, including its mean.
     *
     * <p>In whole milliseconds many times are equal, which the test does not foresee. Each is therefore placed at
     * random within the probability of its own millisecond, which makes it uniform exactly when the law holds
     * (randomized probability integral transform).
     *
     * <p>A time that cannot occur under the law, such as one above the cut, makes the p-value 0. The statistic alone
     * would not show a few of them.
     *
     * @param random places them
     */
    public static double ofThinkTimes(long[] millis, TruncatedExponential law, SplittableRandom random) {
        requireSome(millis.length);
        double[] cumulative = new double[millis.length];
        for (int i = 0; i < millis.length; i++) {
            if (!law.allows(millis[i])) {
                return 0;
            }
            double below = law.cumulative(millis[i] - 1);
            cumulative[i] = below + random.nextDouble() * (law.cumulative(millis[i]) - below);
        }
        return AndersonDarling.probability(millis.length, AndersonDarling.statistic(cumulative));
    }

    /** The p-value of the gaps of an open loop under an exponential law with the mean that they have. */
    public static double ofGaps(double[] gaps) {
        requireSome(gaps.length);
        double mean = DoubleStream.of(gaps).average().orElseThrow();
        double[] cumulative =
                DoubleStream.of(gaps).map(gap -> 1 - Math.exp(-gap / mean)).toArray();
        return AndersonDarling.probabilityOfExponential(gaps.length, AndersonDarling.statistic(cumulative));
    }

    private static void requireSome(int count) {
        if (count == 0) {
            throw new IllegalArgumentException("there is no time to test");
        }
    }
}
