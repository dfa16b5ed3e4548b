package org.debitcredit.engine;

/**
 * Since when the writer waits for its journal: an append, a force, or the beginning of an epoch. A disk that hangs shows
 * here. Set by the writer, read by anyone.
 */
final class JournalWait {

    private static final long NOT_WAITING = Long.MIN_VALUE;

    private final BankClock clock;
    private volatile long sinceNanos = NOT_WAITING;

    JournalWait(BankClock clock) {
        this.clock = clock;
    }

    void begin() {
        sinceNanos = clock.monotonicNanos();
    }

    void end() {
        sinceNanos = NOT_WAITING;
    }

    /** How long it has waited, nanoseconds; 0 while it does not. */
    long nanos() {
        long since = sinceNanos;
        return since == NOT_WAITING ? 0 : Math.max(0, clock.monotonicNanos() - since);
    }
}
