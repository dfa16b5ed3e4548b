package org.debitcredit.bank;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The two clocks of a machine, and how to wait on it: one clock shows the time and can be set; the other only counts
 * and cannot be set.
 *
 * @param wallMicros the time, microseconds since 1970 UTC
 * @param monotonicNanos nanoseconds since an arbitrary moment, never decreasing
 * @param pauseNanos holds up its caller for so many nanoseconds, or for less
 */
public record Clocks(LongSupplier wallMicros, LongSupplier monotonicNanos, LongConsumer pauseNanos) {

    /**
     * This machine's clocks. The time has a resolution of a millisecond, because reading it more finely allocates an
     * object each time.
     */
    public static final Clocks SYSTEM =
            new Clocks(() -> System.currentTimeMillis() * 1_000, System::nanoTime, LockSupport::parkNanos);

    /** Clocks that are moved by hand, so that nobody waits for them. */
    public Clocks(LongSupplier wallMicros, LongSupplier monotonicNanos) {
        this(wallMicros, monotonicNanos, nanos -> {});
    }

    /** A clock that is never set, so that it can also count. */
    public static Clocks neverSet(LongSupplier micros) {
        return new Clocks(micros, () -> TimeUnit.MICROSECONDS.toNanos(micros.getAsLong()));
    }
}
