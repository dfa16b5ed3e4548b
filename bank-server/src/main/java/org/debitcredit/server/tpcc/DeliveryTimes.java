package org.debitcredit.server.tpcc;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * How long deliveries took: from their request to the end of their deferred part (clause 2.7.2.2: 90 % within 80 s),
 * and the deferred part alone.
 */
final class DeliveryTimes {

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double P90_PERCENT = 90;

    /**
     * @param failed deliveries that were not done
     * @param districtsSkipped districts that had no order to deliver
     * @param durationsMicros of the deferred parts alone, as a compressed histogram
     */
    record Summary(
            long done,
            long failed,
            long p90Micros,
            long maxMicros,
            long districtsSkipped,
            ByteString durationsMicros) {}

    private final Histogram micros = new Histogram(SIGNIFICANT_DIGITS);
    private final Histogram durationsMicros = new Histogram(SIGNIFICANT_DIGITS);
    private long failed;
    private long districtsSkipped;

    synchronized void done(long queuedNanos, long durationNanos) {
        micros.recordValue(TimeUnit.NANOSECONDS.toMicros(queuedNanos + durationNanos));
        durationsMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(durationNanos));
    }

    synchronized void failed() {
        failed++;
    }

    synchronized void skipped(long districts) {
        districtsSkipped += districts;
    }

    synchronized Summary summary() {
        return new Summary(
                micros.getTotalCount(),
                failed,
                micros.getValueAtPercentile(P90_PERCENT),
                micros.getMaxValue(),
                districtsSkipped,
                encoded(durationsMicros));
    }

    private static ByteString encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return ByteString.copyFrom(buffer.array(), 0, length);
    }
}
