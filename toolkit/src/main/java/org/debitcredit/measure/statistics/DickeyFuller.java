package org.debitcredit.measure.statistics;

import java.util.Arrays;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.stat.descriptive.moment.StandardDeviation;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;

/**
 * The augmented test of Dickey and Fuller, with a constant and without a trend. Its null hypothesis is a unit root, a
 * series that wanders off and does not return: a <i>small</i> p-value says that the series is stationary.
 *
 * <p>The change from one value to the next is regressed on the value and on earlier changes (Said and Dickey,
 * Biometrika 71, 1984). How many of those, at most the cube root of the length, is chosen by Schwarz's criterion. The
 * p-value is after MacKinnon, Journal of Business and Economic Statistics 12 (1994).
 *
 * @param statistic the coefficient of the value over its standard error
 * @param lags how many earlier changes are in the regression
 * @param probability p-value under a unit root
 */
public record DickeyFuller(double statistic, int lags, double probability) {

    /** The fewest values that can be tested. */
    public static final int FEWEST = 20;

    private static final NormalDistribution NORMAL = new NormalDistribution();
    private static final DickeyFuller NEVER_CHANGES = new DickeyFuller(Double.NEGATIVE_INFINITY, 0, 0);
    private static final double SINGULAR = 1e-9;

    /** Tests a series. One that never changes is stationary. */
    public static DickeyFuller of(double[] series) {
        if (series.length < FEWEST) {
            throw new IllegalArgumentException(
                    "the series has " + series.length + " values; it must have " + FEWEST + " or more");
        }
        double deviation = new StandardDeviation().evaluate(series);
        if (deviation == 0) {
            return NEVER_CHANGES;
        }
        double first = series[0];
        double[] scaled =
                Arrays.stream(series).map(value -> (value - first) / deviation).toArray();
        int most = (int) Math.cbrt(series.length - 1);
        double best = Double.POSITIVE_INFINITY;
        int lags = 0;
        for (int candidate = 0; candidate <= most; candidate++) {
            double criterion = schwarz(scaled, candidate, most);
            if (criterion < best) {
                best = criterion;
                lags = candidate;
            }
        }
        return tested(scaled, lags);
    }

    private static DickeyFuller tested(double[] series, int lags) {
        try {
            OLSMultipleLinearRegression regression = regression(series, lags, lags);
            double coefficient = regression.estimateRegressionParameters()[1];
            double error = regression.estimateRegressionParametersStandardErrors()[1];
            double statistic = coefficient / error;
            return new DickeyFuller(statistic, lags, probability(statistic));
        } catch (MathIllegalArgumentException e) {
            // All values but the last are the same.
            return NEVER_CHANGES;
        }
    }

    private static double schwarz(double[] series, int lags, int most) {
        try {
            double squares = regression(series, lags, most).calculateResidualSumOfSquares();
            double count = series.length - 1 - most;
            return count * Math.log(squares / count) + (lags + 2) * Math.log(count);
        } catch (MathIllegalArgumentException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /**
     * The regression of the changes, without the first ones.
     *
     * @throws MathIllegalArgumentException when the columns depend on each other
     */
    private static OLSMultipleLinearRegression regression(double[] series, int lags, int leftOut) {
        int count = series.length - 1 - leftOut;
        double[] changes = new double[count];
        double[][] columns = new double[count][1 + lags];
        for (int row = 0; row < count; row++) {
            int at = row + leftOut;
            changes[row] = series[at + 1] - series[at];
            columns[row][0] = series[at];
            for (int lag = 1; lag <= lags; lag++) {
                columns[row][lag] = series[at + 1 - lag] - series[at - lag];
            }
        }
        OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression(SINGULAR);
        regression.newSampleData(changes, columns);
        regression.estimateRegressionParameters();
        return regression;
    }

    /** MacKinnon's approximation for a constant without a trend. */
    static double probability(double statistic) {
        if (Double.isNaN(statistic) || statistic > 2.74) {
            return 1;
        }
        if (statistic < -18.83) {
            return 0;
        }
        double normal = statistic <= -1.61
                ? 2.1659 + statistic * (1.4412 + statistic * 0.038269)
                : 1.7339 + statistic * (0.93202 + statistic * (-0.12745 + statistic * -0.010368));
        return NORMAL.cumulativeProbability(normal);
    }
}
