package org.debitcredit.measure;

import org.HdrHistogram.Histogram;

/**
 * The times of requests of one kind, microseconds.
 *
 * @param fromIntended from when a request was meant to be sent to its answer: what a customer waits
 * @param fromActual from when it was sent to its answer: what the service takes
 * @param lateness from when it was meant to be sent to when it was sent
 */
public record RequestTimes(Histogram fromIntended, Histogram fromActual, Histogram lateness) {

    static final int SIGNIFICANT_DIGITS = 3;

    /** No request yet. */
    public static RequestTimes none() {
        return new RequestTimes(histogram(), histogram(), histogram());
    }

    /** Adds the times of other requests to these: the histograms are merged. */
    public void add(RequestTimes others) {
        fromIntended.add(others.fromIntended);
        fromActual.add(others.fromActual);
        lateness.add(others.lateness);
    }

    private static Histogram histogram() {
        return new Histogram(SIGNIFICANT_DIGITS);
    }
}
