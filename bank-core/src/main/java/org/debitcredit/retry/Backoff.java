package org.debitcredit.retry;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * Pauses between attempts. They double up to a maximum, and each is shortened at random by up to half, so that several
 * waiting clients do not retry together. Not thread-safe.
 */
public final class Backoff {

    private final long firstNanos;
    private final long longestNanos;
    private final DoubleSupplier random;
    private long nextNanos;

    /**
     * A back-off at its first pause.
     *
     * @param random from 0 to 1
     */
    public Backoff(Duration first, Duration longest, DoubleSupplier random) {
        this.firstNanos = first.toNanos();
        this.longestNanos = longest.toNanos();
        this.random = random;
        this.nextNanos = firstNanos;
    }

    /** A back-off with the JVM's random numbers. */
    public static Backoff of(Duration first, Duration longest) {
        return new Backoff(first, longest, () -> ThreadLocalRandom.current().nextDouble());
    }

    /** The pause before the next attempt. */
    public long nextNanos() {
        long nanos = (long) (nextNanos * (1 - random.getAsDouble() / 2));
        nextNanos = Math.min(longestNanos, 2 * nextNanos);
        return nanos;
    }

    /** Starts again with the first pause. */
    public void reset() {
        nextNanos = firstNanos;
    }
}
