package org.debitcredit.measure.statistics;

import org.hipparchus.stat.regression.SimpleRegression;

/** The straight line through a series. */
public final class Trend {

    private Trend() {}

    /**
     * The series without its straight line. A trend makes neighbours alike. Whether they also depend on each other
     * shows only once the trend is removed (Yue, Pilon, Phinney and Cavadias, Hydrological Processes 16, 2002).
     */
    public static double[] removedFrom(double[] series) {
        SimpleRegression line = new SimpleRegression();
        for (int i = 0; i < series.length; i++) {
            line.addData(i, series[i]);
        }
        double[] rest = series.clone();
        for (int i = 0; i < rest.length; i++) {
            rest[i] -= line.predict(i);
        }
        return rest;
    }
}
