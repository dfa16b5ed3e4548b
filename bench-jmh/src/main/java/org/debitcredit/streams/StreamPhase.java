package org.debitcredit.streams;

import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.TrafficCounter;

/** The phase of a run: warm-up, measured, over. Times by {@link System#nanoTime}. */
final class StreamPhase {

    private static final long SECOND_NANOS = 1_000_000_000L;

    private volatile boolean measuring;
    private volatile boolean finishing;
    private volatile boolean over;
    private volatile long fromNanos;
    private volatile long toNanos;
    private volatile TrafficCounter traffic = new TrafficCounter(0, 0);

    void measure(long from, long to) {
        fromNanos = from;
        toNanos = to;
        traffic = new TrafficCounter(from, (int) ((to - from + SECOND_NANOS - 1) / SECOND_NANOS));
        measuring = true;
    }

    /** When the measured part began. */
    long fromNanos() {
        return fromNanos;
    }

    /** Counts a submission of an open loop. Called once for each, whatever its outcome. */
    void due(long dueNanos) {
        if (measures(dueNanos)) {
            traffic.due(dueNanos);
        }
    }

    /** Counts an answer. */
    void answered(long answeredNanos) {
        if (measures(answeredNanos)) {
            traffic.answered(answeredNanos);
        }
    }

    /** Counts a submission that was not sent in time. */
    void unsent(long dueNanos) {
        if (measures(dueNanos)) {
            traffic.due(dueNanos);
            traffic.failed(dueNanos);
        }
    }

    /** The counts of the measured part. */
    Traffic traffic() {
        return traffic.traffic();
    }

    /** Ends the streams once they have sent everything that was due until now. */
    void finish() {
        finishing = true;
    }

    boolean isFinishing() {
        return finishing;
    }

    /** Ends the streams at once. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** Whether what was due then is measured. */
    boolean measures(long dueNanos) {
        return measuring && dueNanos - fromNanos >= 0 && dueNanos - toNanos < 0;
    }

    /** Whether the measurement ends after that time. */
    boolean endsAfter(long nanos) {
        return measuring && nanos - toNanos < 0;
    }
}
