package org.debitcredit.measure.statistics;

import java.util.Arrays;

/**
 * The test of Anderson and Darling: whether samples follow a distribution. It looks at the tails as closely as at the
 * middle.
 *
 * <p>Its p-value for a distribution that is known beforehand is after Marsaglia and Marsaglia, <i>Evaluating the
 * Anderson-Darling Distribution</i>, Journal of Statistical Software 9 (2004); for an exponential distribution whose
 * mean is taken from the samples, after Stephens, in D'Agostino and Stephens, <i>Goodness-of-Fit Techniques</i> (1986),
 * section 4.9.
 */
final class AndersonDarling {

    private static final double SMALLEST = 1e-16;

    private AndersonDarling() {}

    /**
     * The statistic of samples.
     *
     * @param cumulative the value of the distribution function at each sample; it is sorted here
     */
    static double statistic(double[] cumulative) {
        Arrays.sort(cumulative);
        int count = cumulative.length;
        double sum = 0;
        for (int i = 0; i < count; i++) {
            double below = Math.max(SMALLEST, cumulative[i]);
            double above = Math.max(SMALLEST, 1 - cumulative[count - 1 - i]);
            sum += (2 * i + 1) * (Math.log(below) + Math.log(above));
        }
        return -count - sum / count;
    }

    /** The p-value for a distribution that was known before the samples. */
    static double probability(int count, double statistic) {
        double limit = limit(statistic);
        return Math.min(1, Math.max(0, 1 - limit - correction(count, limit)));
    }

    /** The p-value for an exponential distribution with the mean of the samples. */
    static double probabilityOfExponential(int count, double statistic) {
        double a = statistic * (1 + 0.6 / count);
        if (a < 0.26) {
            return 1 - Math.exp(-12.2204 + 67.459 * a - 110.3 * a * a);
        }
        if (a < 0.51) {
            return 1 - Math.exp(-6.1327 + 20.218 * a - 18.663 * a * a);
        }
        if (a < 0.95) {
            return Math.exp(0.9209 - 3.353 * a + 0.3 * a * a);
        }
        return a < 10 ? Math.exp(0.731 - 3.009 * a + 0.15 * a * a) : 0;
    }

    /** The distribution function of the statistic for infinitely many samples. */
    private static double limit(double z) {
        if (z <= 0) {
            return 0;
        }
        if (z < 2) {
            return Math.exp(-1.2337141 / z)
                    / Math.sqrt(z)
                    * (2.00012 + (0.247105 - (0.0649821 - (0.0347962 - (0.011672 - 0.00168691 * z) * z) * z) * z) * z);
        }
        return Math.exp(-Math.exp(1.0776
                - (2.30695 - (0.43424 - (0.082433 - (0.008056 - 0.0003146 * z) * z) * z) * z) * z));
    }

    /** What is added for so many samples. */
    private static double correction(int n, double x) {
        if (x > 0.8) {
            return (-130.2137 + (745.2337 - (1705.091 - (1950.646 - (1116.360 - 255.7844 * x) * x) * x) * x) * x) / n;
        }
        double c = 0.01265 + 0.1757 / n;
        if (x < c) {
            double t = x / c;
            double shape = Math.sqrt(t) * (1 - t) * (49 * t - 102);
            return shape * (0.0037 / ((double) n * n) + 0.00078 / n + 0.00006) / n;
        }
        double t = (x - c) / (0.8 - c);
        double shape = -0.00022633 + (6.54034 - (14.6538 - (14.458 - (8.259 - 1.91864 * t) * t) * t) * t) * t;
        return shape * (0.04213 + 0.01365 / n) / n;
    }
}
