package org.debitcredit.engine;

import java.util.function.LongSupplier;
import org.debitcredit.bank.Clocks;

/**
 * The bank's time: that of the system, except that it never decreases, and that while the bank works it follows a jump
 * forward at {@value #CATCH_UP} times the speed of time at most. So one wrong step of the system's clock, corrected
 * soon after, moves the bank's time by little. A bank that starts takes the system's time as it is. All threads.
 */
public final class BankClock {

    /** After the machine was suspended for an hour, the bank has the right time again within seven minutes. */
    private static final long CATCH_UP = 10;

    private final LongSupplier wallMicros;
    private final LongSupplier monotonicNanos;
    private long micros;
    private long nanosSeen;

    public BankClock(Clocks clocks) {
        this.wallMicros = clocks.wallMicros();
        this.monotonicNanos = clocks.monotonicNanos();
        this.micros = wallMicros.getAsLong();
        this.nanosSeen = monotonicNanos.getAsLong();
    }

    /** The time, microseconds since 1970 UTC, never decreasing. */
    public synchronized long micros() {
        follow(wallMicros.getAsLong());
        return micros;
    }

    /** How far the system's clock is ahead of the bank's, microseconds; negative where it was set back. */
    public synchronized long systemAheadMicros() {
        long wall = wallMicros.getAsLong();
        follow(wall);
        return wall - micros;
    }

    /** The machine's clock that is never set back, nanoseconds. */
    long monotonicNanos() {
        return monotonicNanos.getAsLong();
    }

    private void follow(long wall) {
        long nanos = monotonicNanos.getAsLong();
        long elapsedMicros = Math.max(0, nanos - nanosSeen) / 1_000;
        nanosSeen += elapsedMicros * 1_000;
        long furthest = micros + CATCH_UP * elapsedMicros;
        micros = Math.max(micros, Math.min(wall, furthest));
    }
}
