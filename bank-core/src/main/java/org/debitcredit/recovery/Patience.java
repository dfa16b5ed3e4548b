package org.debitcredit.recovery;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Decides how long and how often a failed operation is tried again: after pauses that double from 10 ms to 1 s, each
 * shortened at random by up to half, so that several waiting threads do not retry at the same time.
 *
 * @param limit from the first failure to the last attempt
 * @param nanos the clock
 * @param pause waits so many nanoseconds
 * @param random from 0 to 1
 */
record Patience(Duration limit, LongSupplier nanos, LongConsumer pause, DoubleSupplier random) {

    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** By the machine's clock. */
    static Patience of(Duration limit) {
        return new Patience(
                limit,
                System::nanoTime,
                LockSupport::parkNanos,
                () -> ThreadLocalRandom.current().nextDouble());
    }

    Wait begin() {
        return new Wait();
    }

    /** Of one who waits. */
    final class Wait {
        private long nextNanos = FIRST_NANOS;
        private boolean begun;
        private long endNanos;

        /** Pauses before another attempt; answers false when the limit is reached. */
        boolean another() {
            long now = nanos.getAsLong();
            if (!begun) {
                begun = true;
                endNanos = now + limit.toNanos();
            } else if (now - endNanos >= 0) {
                return false;
            }
            pause.accept((long) (nextNanos * (1 - random.getAsDouble() / 2)));
            nextNanos = Math.min(LONGEST_NANOS, 2 * nextNanos);
            return true;
        }
    }
}
