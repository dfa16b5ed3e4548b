package org.debitcredit.streams;

/** The phase of a run: warm-up, measured, over. Times by {@link System#nanoTime}. */
final class StreamPhase {

    private volatile boolean measuring;
    private volatile boolean finishing;
    private volatile boolean over;
    private volatile long fromNanos;
    private volatile long toNanos;

    void measure(long from, long to) {
        fromNanos = from;
        toNanos = to;
        measuring = true;
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
