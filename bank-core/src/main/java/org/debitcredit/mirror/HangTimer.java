package org.debitcredit.mirror;

import java.util.concurrent.locks.LockSupport;

/**
 * Measures how long one thread waits for a medium, and compares that with a {@link HangLimit}. Time in which the
 * process itself was stopped or its machine suspended hardly counts, because the medium could not finish in that time.
 * Used by the waiting thread only.
 */
final class HangTimer {

    private static final long LOOK_NANOS = 10_000_000;

    /** The longest time that counts between two checks. */
    private static final long COUNTED_MAX_NANOS = 100_000_000;

    private final HangLimit limit;
    private long lookedAtNanos;
    private long waitedNanos;

    HangTimer(HangLimit limit) {
        this.limit = limit;
        this.lookedAtNanos = limit.nanos().getAsLong();
    }

    /** Starts counting. */
    void beginAgain() {
        lookedAtNanos = limit.nanos().getAsLong();
        waitedNanos = 0;
    }

    /** Waits briefly, or until this thread is woken. An interrupt is left set. */
    void rest() {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(this, LOOK_NANOS);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the limit is reached. */
    boolean isOver() {
        long now = limit.nanos().getAsLong();
        waitedNanos += Math.min(now - lookedAtNanos, COUNTED_MAX_NANOS);
        lookedAtNanos = now;
        return waitedNanos >= limit.max().toNanos();
    }
}
