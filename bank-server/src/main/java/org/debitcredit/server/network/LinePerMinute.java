package org.debitcredit.server.network;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Allows one line per minute in the log, and counts the suppressed ones. For use by all threads. */
public final class LinePerMinute {

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanoTime;
    private long quietUntilNanos;
    private long keptOut;

    public LinePerMinute(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.quietUntilNanos = nanoTime.getAsLong();
    }

    /**
     * Requests a line.
     *
     * @return how many were suppressed since the last one; empty if this one is suppressed too
     */
    public synchronized OptionalLong next() {
        long now = nanoTime.getAsLong();
        if (now - quietUntilNanos < 0) {
            keptOut++;
            return OptionalLong.empty();
        }
        quietUntilNanos = now + MINUTE_NANOS;
        long others = keptOut;
        keptOut = 0;
        return OptionalLong.of(others);
    }
}
