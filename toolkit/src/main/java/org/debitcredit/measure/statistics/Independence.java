package org.debitcredit.measure.statistics;

import java.util.OptionalInt;
import org.hipparchus.stat.correlation.SpearmansCorrelation;

/**
 * Whether neighbouring values of a series are independent: Spearman's rank correlation of each value with the next. If
 * they are not, the series is thinned until they are (Kogias, Mallon and Bugnion, <i>Lancet</i>, USENIX ATC 2019).
 */
public final class Independence {

    private static final int[] STEPS = {1, 2, 5, 10, 25, 50, 100, 200, 500, 1_000};
    private static final int FEWEST = 20;

    private Independence() {}

    /**
     * The p-value of a series under independence. A series that never changes, or of fewer than three values, has 1.
     */
    public static double probability(double[] series) {
        return probability(series, 1, Integer.MAX_VALUE);
    }

    /** The p-value of every so many-th value of a series, from at most so many pairs of neighbours. */
    private static double probability(double[] series, int step, int pairsMax) {
        int all = (series.length - 1) / step;
        int pairs = Math.min(all, pairsMax);
        if (pairs < 2) {
            return 1;
        }
        double[] values = new double[pairs];
        double[] next = new double[pairs];
        for (int i = 0; i < pairs; i++) {
            int at = (int) ((long) i * all / pairs) * step;
            // The sums give -0.0 the same rank as 0.0.
            values[i] = series[at] + 0.0;
            next[i] = series[at + step] + 0.0;
        }
        double correlation = new SpearmansCorrelation().correlation(values, next);
        return Double.isNaN(correlation) ? 1 : Significance.ofDeviations(correlation * Math.sqrt(pairs - 1.0));
    }

    /**
     * The smallest step at which neighbours are independent: 1 if they are independent without thinning; none if they
     * depend on each other at every step that leaves {@value #FEWEST} values.
     */
    public static OptionalInt step(double[] series, Significance significance) {
        return step(series, significance, Integer.MAX_VALUE);
    }

    /**
     * The same from at most so many pairs of neighbours, which are spread over the whole series. With very many pairs a
     * dependence that means nothing is certain too.
     */
    public static OptionalInt step(double[] series, Significance significance, int pairsMax) {
        for (int step : STEPS) {
            if ((series.length + step - 1) / step < FEWEST) {
                break;
            }
            if (!significance.rejects(probability(series, step, pairsMax))) {
                return OptionalInt.of(step);
            }
        }
        return OptionalInt.empty();
    }

    /** Every so many-th value of a series. */
    public static double[] thinned(double[] series, int step) {
        double[] kept = new double[(series.length + step - 1) / step];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = series[i * step];
        }
        return kept;
    }
}
