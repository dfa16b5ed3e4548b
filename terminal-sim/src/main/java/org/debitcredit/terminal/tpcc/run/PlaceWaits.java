package org.debitcredit.terminal.tpcc.run;

/**
 * The waits of a sender for places in flight. They are the server's doing. What else makes a request late is the
 * client's: this process paused, or had no processor. Times are by {@link System#nanoTime}. Used by one thread.
 */
final class PlaceWaits {

    private final long attemptNanosMax;

    /** As far as the waits until now made the next request late. */
    private long waitedNanos;

    /** @param attemptNanosMax the longest that an attempt waits for a place; one that took longer met a pause */
    PlaceWaits(long attemptNanosMax) {
        this.attemptNanosMax = attemptNanosMax;
    }

    /** A request is sent next. What was waited before it was due has made it no later. */
    void next(long dueNanos, long nowNanos) {
        waitedNanos = Math.max(0, Math.min(waitedNanos, nowNanos - dueNanos));
    }

    /** An attempt to send it has ended. */
    void attempted(long fromNanos, long toNanos) {
        waitedNanos += Math.min(attemptNanosMax, toNanos - fromNanos);
    }

    /** When the client would have sent it if there had always been a place. */
    long readyNanos(long sentNanos) {
        return sentNanos - waitedNanos;
    }
}
