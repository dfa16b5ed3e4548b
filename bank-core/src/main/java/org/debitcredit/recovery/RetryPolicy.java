package org.debitcredit.recovery;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.debitcredit.retry.Backoff;

/**
 * Decides how long and how often a failed operation is tried again: after the pauses of a {@link Backoff} from 10 ms to
 * 1 s.
 *
 * @param limit from the first failure to the last attempt
 * @param nanos the clock
 * @param pause waits a number of nanoseconds
 * @param random from 0 to 1
 */
record RetryPolicy(Duration limit, LongSupplier nanos, LongConsumer pause, DoubleSupplier random) {

    private static final Duration FIRST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofSeconds(1);

    /** By the machine's clock. */
    static RetryPolicy of(Duration limit) {
        return new RetryPolicy(
                limit,
                System::nanoTime,
                LockSupport::parkNanos,
                () -> ThreadLocalRandom.current().nextDouble());
    }

    Retries begin() {
        return new Retries();
    }

    /** The pauses of one waiting caller. */
    final class Retries {
        private final Backoff backoff = new Backoff(FIRST, LONGEST, random);
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
            pause.accept(backoff.nextNanos());
            return true;
        }
    }
}
