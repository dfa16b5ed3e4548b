package org.debitcredit.server.network;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Lets one line into the log in a minute, and counts those that it keeps out. All threads. */
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
     * Asks for a line.
     *
     * @return how many were kept out since the last one; empty when this one is to be kept out too
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
