package org.debitcredit.bank;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The two clocks of a machine: one that tells the time and can be set, and one that only counts and cannot.
 *
 * @param wallMicros the time, microseconds since 1970 UTC
 * @param monotonicNanos nanoseconds since an arbitrary moment, never decreasing
 */
public record Clocks(LongSupplier wallMicros, LongSupplier monotonicNanos) {

    /** This machine's. The time comes in steps of a millisecond: to read it finer makes an object each time. */
    public static final Clocks SYSTEM = new Clocks(() -> System.currentTimeMillis() * 1_000, System::nanoTime);

    /** A time that is never set, so that it also counts. */
    public static Clocks neverSet(LongSupplier micros) {
        return new Clocks(micros, () -> TimeUnit.MICROSECONDS.toNanos(micros.getAsLong()));
    }
}
