package org.debitcredit.engine;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The writer's use of its journal: since when it has been waiting for an append, a force or the beginning of an epoch,
 * which shows a disk that hangs, and how much it has journaled. The writer sets it; any thread may read it.
 */
public final class JournalActivity {

    private static final long NOT_WAITING = Long.MIN_VALUE;

    private final BankClock clock;
    private volatile long waitingSinceNanos = NOT_WAITING;
    private long forcingSinceNanos;

    private final AtomicLong forces = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong longestForceNanos = new AtomicLong();

    JournalActivity(BankClock clock) {
        this.clock = clock;
    }

    /** The wait begins; returns when, by the clock that is never set back. */
    long beginWait() {
        long now = clock.monotonicNanos();
        waitingSinceNanos = now;
        return now;
    }

    void endWait() {
        waitingSinceNanos = NOT_WAITING;
    }

    /** The group's document was appended, and its force begins; returns when. */
    long beginForce() {
        forcingSinceNanos = clock.monotonicNanos();
        return forcingSinceNanos;
    }

    /** The force is finished, which ends the wait; returns how long the force took, nanoseconds. */
    long endForce(int documentBytes) {
        long nanos = clock.monotonicNanos() - forcingSinceNanos;
        endWait();
        forces.setRelease(forces.getPlain() + 1);
        bytes.setRelease(bytes.getPlain() + documentBytes);
        if (nanos > longestForceNanos.getPlain()) {
            longestForceNanos.setRelease(nanos);
        }
        return nanos;
    }

    /** How long the writer has waited, nanoseconds; 0 while it does not. */
    public long waitNanos() {
        long since = waitingSinceNanos;
        return since == NOT_WAITING ? 0 : Math.max(0, clock.monotonicNanos() - since);
    }

    /** Groups forced so far. */
    public long forces() {
        return forces.getAcquire();
    }

    /** Bytes of their documents. */
    public long bytes() {
        return bytes.getAcquire();
    }

    /** The longest force since the last call. */
    public long takeLongestForceNanos() {
        return longestForceNanos.getAndSet(0);
    }
}
