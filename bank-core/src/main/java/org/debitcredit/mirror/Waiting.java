package org.debitcredit.mirror;

import java.util.concurrent.locks.LockSupport;

/**
 * One thread's waiting for a medium, held against a {@link HangLimit}. Time in which the process itself stood still (it
 * was stopped, or its machine suspended) hardly counts: the medium had no chance to be done in it. The waiting thread
 * only.
 */
final class Waiting {

    private static final long LOOK_NANOS = 10_000_000;

    /** What counts at most between two looks. */
    private static final long COUNTED_MAX_NANOS = 100_000_000;

    private final HangLimit limit;
    private long lookedAtNanos;
    private long waitedNanos;

    Waiting(HangLimit limit) {
        this.limit = limit;
        this.lookedAtNanos = limit.nanos().getAsLong();
    }

    /** Counts from now on. */
    void beginAgain() {
        lookedAtNanos = limit.nanos().getAsLong();
        waitedNanos = 0;
    }

    /** Waits a little, or until this thread is woken. An interrupt is left for whoever asks next. */
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
