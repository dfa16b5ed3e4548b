package org.debitcredit.measure;

import org.HdrHistogram.Histogram;

/**
 * A distribution of response times in a few numbers, milliseconds; all zero when there was no sample.
 *
 * @param count number of samples
 */
public record Latency(
        long count, double meanMillis, double p50Millis, double p90Millis, double p99Millis, double maxMillis) {

    private static final double MICROS_PER_MILLI = 1_000;

    /** The numbers of a histogram of microseconds. */
    static Latency ofMicros(Histogram micros) {
        if (micros.getTotalCount() == 0) {
            return new Latency(0, 0, 0, 0, 0, 0);
        }
        return new Latency(
                micros.getTotalCount(),
                micros.getMean() / MICROS_PER_MILLI,
                micros.getValueAtPercentile(50) / MICROS_PER_MILLI,
                micros.getValueAtPercentile(90) / MICROS_PER_MILLI,
                micros.getValueAtPercentile(99) / MICROS_PER_MILLI,
                micros.getMaxValue() / MICROS_PER_MILLI);
    }

    /** Whether there was nothing to measure. */
    public boolean isEmpty() {
        return count == 0;
    }
}
