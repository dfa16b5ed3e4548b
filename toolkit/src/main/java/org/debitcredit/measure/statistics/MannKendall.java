package org.debitcredit.measure.statistics;

import java.util.HashMap;
import java.util.Map;

/**
 * The test of Mann and Kendall: whether independent values rise or fall over time (Mann, Econometrica 13, 1945;
 * Kendall, <i>Rank Correlation Methods</i>, with the variance for ties).
 */
public final class MannKendall {

    private MannKendall() {}

    /**
     * The p-value of a series under the hypothesis that it has no trend, in either direction. A series that never
     * changes has 1.
     */
    public static double probability(double[] series) {
        long later = 0;
        for (int i = 0; i < series.length; i++) {
            for (int j = i + 1; j < series.length; j++) {
                later += (series[j] > series[i] ? 1 : 0) - (series[j] < series[i] ? 1 : 0);
            }
        }
        double variance = variance(series);
        return variance == 0 ? 1 : Significance.ofDeviations((later - Long.signum(later)) / Math.sqrt(variance));
    }

    private static double variance(double[] series) {
        Map<Double, Integer> ties = new HashMap<>();
        for (double value : series) {
            // The sum makes -0.0 the same key as 0.0.
            ties.merge(value + 0.0, 1, Integer::sum);
        }
        double ofTies = ties.values().stream().mapToDouble(MannKendall::term).sum();
        return (term(series.length) - ofTies) / 18;
    }

    private static double term(double count) {
        return count * (count - 1) * (2 * count + 5);
    }
}
