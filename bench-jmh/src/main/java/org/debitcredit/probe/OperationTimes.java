package org.debitcredit.probe;

import org.HdrHistogram.Histogram;

/**
 * A distribution of the time of one operation, microseconds. Percentiles are of all rounds' samples together, to 0.1 %.
 * With fewer than {@value #P999_SAMPLES} samples the 99.9th percentile is the maximum.
 *
 * @param count number of samples
 */
public record OperationTimes(long count, double p50Micros, double p99Micros, double p999Micros, double maxMicros) {

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1_000;
    private static final long P999_SAMPLES = 1_000;

    /** An empty histogram of nanoseconds that grows as it must. */
    static Histogram histogram() {
        return new Histogram(SIGNIFICANT_DIGITS);
    }

    /** The numbers of a histogram of nanoseconds. */
    static OperationTimes ofNanos(Histogram nanos) {
        return new OperationTimes(
                nanos.getTotalCount(),
                nanos.getValueAtPercentile(50) / NANOS_PER_MICRO,
                nanos.getValueAtPercentile(99) / NANOS_PER_MICRO,
                nanos.getValueAtPercentile(99.9) / NANOS_PER_MICRO,
                nanos.getMaxValue() / NANOS_PER_MICRO);
    }
}
