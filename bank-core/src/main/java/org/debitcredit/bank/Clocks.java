package org.debitcredit.bank;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The two clocks of a machine: one shows the time and can be set; the other only counts and cannot be set.
 *
 * @param wallMicros the time, microseconds since 1970 UTC
 * @param monotonicNanos nanoseconds since an arbitrary moment, never decreasing
 */
public record Clocks(LongSupplier wallMicros, LongSupplier monotonicNanos) {

    /**
     * This machine's clocks. The time has a resolution of a millisecond, because reading it more finely allocates an
     * object each time.
     */
    public static final Clocks SYSTEM = new Clocks(() -> System.currentTimeMillis() * 1_000, System::nanoTime);

    /** A clock that is never set, so that it can also count. */
    public static Clocks neverSet(LongSupplier micros) {
        return new Clocks(micros, () -> TimeUnit.MICROSECONDS.toNanos(micros.getAsLong()));
    }
}
