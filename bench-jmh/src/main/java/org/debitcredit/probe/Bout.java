package org.debitcredit.probe;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * One operation, repeated for a slice of time. Only the time inside the operation counts.
 *
 * @param count how often it ran, at least once
 * @param busyNanos time inside it, all runs together
 * @param nanos time inside it, each run
 */
record Bout(long count, long busyNanos, Histogram nanos) {

    /** Part of the slice that is run first and not counted: code is compiled, caches fill. */
    private static final int WARM_UP_PART = 10;

    /**
     * Runs a bout to its end. An operation that takes longer than the slice still runs twice: once uncounted, once
     * counted.
     *
     * @param countMax ends the bout early, for what takes room on the disk
     */
    static Bout of(Operation operation, long sliceNanos, long countMax, LongSupplier nanoTime) throws IOException {
        repeat(operation, sliceNanos / WARM_UP_PART, Math.max(1, countMax / WARM_UP_PART), nanoTime);
        return repeat(operation, sliceNanos - sliceNanos / WARM_UP_PART, countMax, nanoTime);
    }

    private static Bout repeat(Operation operation, long sliceNanos, long countMax, LongSupplier nanoTime)
            throws IOException {
        Histogram histogram = OperationTimes.histogram();
        long begun = nanoTime.getAsLong();
        long busy = 0;
        long count = 0;
        do {
            long from = nanoTime.getAsLong();
            operation.run();
            long took = nanoTime.getAsLong() - from;
            histogram.recordValue(Math.max(0, took));
            busy += took;
            count++;
        } while (count < countMax && nanoTime.getAsLong() - begun < sliceNanos);
        return new Bout(count, Math.max(1, busy), histogram);
    }

    double perSecond() {
        return count * 1e9 / busyNanos;
    }
}
