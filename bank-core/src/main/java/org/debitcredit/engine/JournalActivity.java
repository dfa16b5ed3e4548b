package org.debitcredit.engine;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What the writer has its journal do: since when it waits for an append, a force or the beginning of an epoch, so that a
 * disk that hangs shows here; and what it has journaled so far. Set by the writer, read by anyone.
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

    void beginWait() {
        waitingSinceNanos = clock.monotonicNanos();
    }

    void endWait() {
        waitingSinceNanos = NOT_WAITING;
    }

    /** The group's document was appended, and its force begins. */
    void beginForce() {
        forcingSinceNanos = clock.monotonicNanos();
    }

    /** The force has ended, and the wait with it; answers how long the force took, nanoseconds. */
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
