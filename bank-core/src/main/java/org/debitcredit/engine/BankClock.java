package org.debitcredit.engine;

import java.util.function.LongSupplier;
import org.debitcredit.bank.Clocks;

/**
 * The bank's time. It is the system's time, with two exceptions: it never decreases, and while the bank runs it follows
 * a jump forward at most at {@value #CATCH_UP} times the normal speed. So a wrong step of the system's clock that is
 * soon corrected changes the bank's time only a little. A bank that starts takes the system's time as it is, but none
 * that is earlier than its journal's. For use by all threads.
 */
public final class BankClock {

    /** After the machine was suspended for an hour, the bank has the right time again within seven minutes. */
    private static final long CATCH_UP = 10;

    private final LongSupplier wallMicros;
    private final LongSupplier monotonicNanos;
    private long micros;
    private long nanosSeen;

    /** @param leastMicros the time of the last transaction, microseconds since 1970 UTC */
    public BankClock(Clocks clocks, long leastMicros) {
        this.wallMicros = clocks.wallMicros();
        this.monotonicNanos = clocks.monotonicNanos();
        this.micros = Math.max(wallMicros.getAsLong(), leastMicros);
        this.nanosSeen = monotonicNanos.getAsLong();
    }

    /** The time, microseconds since 1970 UTC, never decreasing. */
    public synchronized long micros() {
        follow(wallMicros.getAsLong());
        return micros;
    }

    /** How far the system's clock is ahead of the bank's, in microseconds; negative if it was set back. */
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
