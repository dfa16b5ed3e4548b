package org.debitcredit.terminal.nation;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.statistics.QuantileBounds;

/**
 * Response times of one kind of transaction, microseconds, from the end of the think time to the answer, with all
 * repeats between. Safe for use by several threads.
 */
final class AtmResponseTimes {

    private static final double P90 = 0.9;
    private static final double MICROS_PER_MILLI = 1_000;
    private static final long MICROS_MAX = 3_600_000_000L;
    private static final int DIGITS = 3;

    private final Histogram all = new ConcurrentHistogram(MICROS_MAX, DIGITS);
    private final Histogram undisturbed = new ConcurrentHistogram(MICROS_MAX, DIGITS);

    /** @param isDisturbed whether a service that it needed was away meanwhile */
    void add(long micros, boolean isDisturbed) {
        long recorded = Math.max(0, Math.min(micros, MICROS_MAX));
        all.recordValue(recorded);
        if (!isDisturbed) {
            undisturbed.recordValue(recorded);
        }
    }

    Histogram all() {
        return all;
    }

    /** Of answers for which every service that they needed was there all the time. */
    Histogram undisturbed() {
        return undisturbed;
    }

    /** The time that nine tenths did not exceed, milliseconds; 0 if there are none. */
    static double p90Millis(Histogram micros) {
        return millis(micros, P90);
    }

    static double millis(Histogram micros, double quantile) {
        return QuantileBounds.quantile(micros, quantile) / MICROS_PER_MILLI;
    }
}
