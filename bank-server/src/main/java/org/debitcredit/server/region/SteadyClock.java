package org.debitcredit.server.region;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The time by which transactions between regions are kept and repeated: the system's when the service was started, and
 * from then on the machine's clock that is never set. So a wrong step of the system's clock keeps nothing in memory,
 * and delays nothing. It is not the bank's time, which stays ahead after a start with a wrong clock. For use by all
 * threads.
 */
final class SteadyClock {

    private final long startMillis;
    private final LongSupplier nanos;
    private final long startNanos;

    /**
     * @param startMillis the system's time now, milliseconds since 1970
     * @param nanos as {@link System#nanoTime}
     */
    SteadyClock(long startMillis, LongSupplier nanos) {
        this.startMillis = startMillis;
        this.nanos = nanos;
        this.startNanos = nanos.getAsLong();
    }

    /** The time, milliseconds since 1970. */
    long millis() {
        return startMillis + TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - startNanos);
    }
}
