package org.debitcredit.terminal.run;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** The time of a run, which starts with its first terminal. Safe for use by several threads. */
final class RunClock {

    private static final long NOT_STARTED = Long.MIN_VALUE;

    private final AtomicLong startNanos = new AtomicLong(NOT_STARTED);
    private volatile Instant started = Instant.EPOCH;

    /** Starts the clock, and returns whether this call did. */
    boolean start() {
        long now = System.nanoTime();
        if (startNanos.get() == NOT_STARTED && startNanos.compareAndSet(NOT_STARTED, now)) {
            started = SteadyTime.OF_PROCESS.instant();
            return true;
        }
        return false;
    }

    /** Nanoseconds since the start; 0 before it. */
    long nanos() {
        long start = startNanos.get();
        return start == NOT_STARTED ? 0 : System.nanoTime() - start;
    }

    /** The wall clock's time of a moment of the run. */
    Instant at(long nanos) {
        return started.plusNanos(nanos);
    }
}
