package org.debitcredit.server.tpcc;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How long deliveries took from their request to the end of their deferred part (clause 2.7.2.2: 90 % within 80 s). */
final class DeliveryTimes {

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double P90_PERCENT = 90;

    /** @param districtsSkipped districts that had no order to deliver */
    record Summary(long done, long p90Micros, long maxMicros, long districtsSkipped) {}

    private final Histogram micros = new Histogram(SIGNIFICANT_DIGITS);
    private long districtsSkipped;

    synchronized void done(long nanos) {
        micros.recordValue(TimeUnit.NANOSECONDS.toMicros(nanos));
    }

    synchronized void skipped(long districts) {
        districtsSkipped += districts;
    }

    synchronized Summary summary() {
        return new Summary(
                micros.getTotalCount(),
                micros.getValueAtPercentile(P90_PERCENT),
                micros.getMaxValue(),
                districtsSkipped);
    }
}
