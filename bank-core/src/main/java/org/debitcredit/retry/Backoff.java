package org.debitcredit.retry;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * Pauses between attempts. They double up to a longest one, and each is shortened at random by up to half, so that several
 * who wait do not come back together. Not safe for use by several threads.
 */
public final class Backoff {

    private final long firstNanos;
    private final long longestNanos;
    private final DoubleSupplier random;
    private long nextNanos;

    /**
     * A back-off that begins with its first pause.
     *
     * @param random from 0 to 1
     */
    public Backoff(Duration first, Duration longest, DoubleSupplier random) {
        this.firstNanos = first.toNanos();
        this.longestNanos = longest.toNanos();
        this.random = random;
        this.nextNanos = firstNanos;
    }

    /** A back-off by the random numbers of the JVM. */
    public static Backoff of(Duration first, Duration longest) {
        return new Backoff(first, longest, () -> ThreadLocalRandom.current().nextDouble());
    }

    /** The pause before the next attempt. */
    public long nextNanos() {
        long nanos = (long) (nextNanos * (1 - random.getAsDouble() / 2));
        nextNanos = Math.min(longestNanos, 2 * nextNanos);
        return nanos;
    }

    /** Begins again with the first pause. */
    public void reset() {
        nextNanos = firstNanos;
    }
}
