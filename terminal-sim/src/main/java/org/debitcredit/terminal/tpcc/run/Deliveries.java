package org.debitcredit.terminal.tpcc.run;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;

/**
 * The deferred work of deliveries: that of 90 % of them must end within 80 s of the request (clause 2.7.2.2). The
 * server's percentiles are of all deliveries since it began.
 *
 * @param queued by this client
 * @param done of these; all that were done meanwhile, if the server has other clients too
 * @param failed of these; likewise
 * @param p90Micros from request to end, of all that the server has done since it began
 * @param maxMicros the same of the slowest
 * @param skippedDistricts districts that had no order to deliver, since the server began
 * @param durationsMicros of the deferred parts that were done meanwhile, without their time in the queue
 */
public record Deliveries(
        long queued,
        long done,
        long failed,
        long p90Micros,
        long maxMicros,
        long skippedDistricts,
        Histogram durationsMicros) {

    /** The time from its request within which a delivery must be done. */
    public static final Duration LIMIT = Duration.ofSeconds(80);

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final double LATE_SHARE = 0.1;
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double MICROS_PER_SECOND = 1e6;

    /**
     * Waits until the server has done what it queued for this client, or has failed to, or until every delivery is too
     * late.
     *
     * @param before the server before the client's first delivery
     */
    public static Deliveries await(TpccClient client, DescribeResponse before, RunListener listener) {
        long begin = System.nanoTime();
        while (true) {
            Deliveries found = of(client, before);
            if (found.waiting() == 0 || System.nanoTime() - begin >= LIMIT.toNanos()) {
                return found;
            }
            listener.progress(
                    String.format(Locale.ROOT, "waiting for the work of %,d deferred deliveries", found.waiting()));
            LockSupport.parkNanos(POLL_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                throw new RunFailure("the run was interrupted");
            }
        }
    }

    /** The deliveries as they are now. */
    static Deliveries of(TpccClient client, DescribeResponse before) {
        long queued = client.deliveriesQueued();
        DescribeResponse now = client.describe();
        return new Deliveries(
                queued,
                now.getDeliveriesDone() - before.getDeliveriesDone(),
                now.getDeliveriesFailed() - before.getDeliveriesFailed(),
                now.getDeliveryP90Micros(),
                now.getDeliveryMaxMicros(),
                now.getDeliveriesSkipped(),
                durations(before, now));
    }

    private static Histogram durations(DescribeResponse before, DescribeResponse now) {
        try {
            Histogram durations = decoded(now);
            durations.subtract(decoded(before));
            return durations;
        } catch (DataFormatException | RuntimeException malformed) {
            throw new RunFailure(
                    "the server's durations of deliveries cannot be read; use a server of this revision", malformed);
        }
    }

    private static Histogram decoded(DescribeResponse server) throws DataFormatException {
        return server.getDeliveryDurations().isEmpty()
                ? new Histogram(SIGNIFICANT_DIGITS)
                : Histogram.decodeFromCompressedByteBuffer(
                        ByteBuffer.wrap(server.getDeliveryDurations().toByteArray()), 0);
    }

    /** Deliveries that were queued, and neither done nor failed. */
    public long waiting() {
        return Math.max(0, queued - done - failed);
    }

    /** Whether 90 % were done within the limit. */
    public boolean areInTime() {
        long limitMicros = TimeUnit.SECONDS.toMicros(LIMIT.toSeconds());
        if (maxMicros <= limitMicros) {
            return waiting() <= LATE_SHARE * queued;
        }
        return waiting() == 0 && p90Micros <= limitMicros;
    }

    /** What became of them, in a sentence. */
    public String text() {
        if (failed > 0) {
            return String.format(
                    Locale.ROOT,
                    "the work of %,d of %,d deliveries failed, and that of %,d was not done %d s after the last; the "
                            + "server's log has the reason",
                    failed,
                    queued,
                    waiting(),
                    LIMIT.toSeconds());
        }
        String those = waiting() == 0
                ? String.format(Locale.ROOT, "the work of all %,d deliveries was done", queued)
                : String.format(
                        Locale.ROOT,
                        "the work of %,d of %,d deliveries was not done %d s after the last",
                        waiting(),
                        queued,
                        LIMIT.toSeconds());
        return those
                + String.format(
                        Locale.ROOT,
                        "; 90 %% of what was done took at most %.3f s from the request, and all at most %.3f s; 90 %% of all "
                                + "deliveries must be done within %d s",
                        p90Micros / MICROS_PER_SECOND,
                        maxMicros / MICROS_PER_SECOND,
                        LIMIT.toSeconds());
    }
}
