package org.debitcredit.terminal.tpcc.run;

/** Tells the time of intervals by a clock that cannot be set, from the time of day at which the window began. */
final class IntervalClock {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final long fromNanos;
    private final long fromMillis;
    private long lastMillis;

    IntervalClock(long fromNanos) {
        this.fromNanos = fromNanos;
        fromMillis = System.currentTimeMillis() + (fromNanos - System.nanoTime()) / NANOS_PER_MILLI;
        lastMillis = fromMillis;
    }

    /** The end of the interval before, in milliseconds since the epoch. */
    long lastMillis() {
        return lastMillis;
    }

    /** Ends an interval now, and returns its end in milliseconds since the epoch. */
    long tick() {
        lastMillis = fromMillis + (System.nanoTime() - fromNanos) / NANOS_PER_MILLI;
        return lastMillis;
    }
}
