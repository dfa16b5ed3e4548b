package org.debitcredit.streams;

/** The phase of a run: warm-up, measured, over. Times by {@link System#nanoTime}. */
final class StreamPhase {

    private volatile boolean measuring;
    private volatile boolean over;
    private volatile long fromNanos;
    private volatile long toNanos;

    void measure(long from, long to) {
        fromNanos = from;
        toNanos = to;
        measuring = true;
    }

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
}
