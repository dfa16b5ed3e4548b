package org.debitcredit.region;

import org.debitcredit.transaction.TransactionKey;

/** An out-of-town transaction with what both streams show of it. Its user holds a lock. */
final class OutOfTownItem {

    private static final long CLOSED = Long.MIN_VALUE;

    /**
     * A request that takes longer is no longer waited for. To settle its transaction meanwhile does no harm, because
     * the steps are the same requests under the same keys.
     */
    private static final long OPEN_MILLIS_MAX = 60_000;

    final OutOfTown transaction;
    final Half acquirer = new Half();
    final Half issuer = new Half();

    /** Latest time of any key of it that was seen, milliseconds since 1970. */
    private long latestKeyMillis;

    private long touchedMillis = Long.MIN_VALUE;
    /** When the request for it that is in progress began; {@link #CLOSED} if there is none. */
    private long openedMillis = CLOSED;

    /** Whether the acquirer has said that it has used the customer's key for another transaction. */
    private boolean isKeyUsed;

    private long dueFromMillis = Long.MIN_VALUE;

    OutOfTownItem(OutOfTown transaction) {
        this.transaction = transaction;
        note(transaction.key());
    }

    /** A key of it was seen. */
    void note(TransactionKey key) {
        latestKeyMillis = Math.max(latestKeyMillis, TransactionKey.timeMillis(key.high()));
    }

    long latestKeyMillis() {
        return latestKeyMillis;
    }

    void open(long nowMillis) {
        openedMillis = nowMillis;
    }

    void close() {
        openedMillis = CLOSED;
    }

    /** Whether a request for it is in progress. */
    boolean isOpen(long nowMillis) {
        return openedMillis != CLOSED && Math.abs(nowMillis - openedMillis) < OPEN_MILLIS_MAX;
    }

    /** There was a request for it, or a decision on it, at a time. */
    void touch(long millis) {
        touchedMillis = Math.max(touchedMillis, millis);
    }

    /** When its last request was here, or its last decision was made, whichever is later. */
    long touchedMillis() {
        return touchedMillis;
    }

    void useKey() {
        isKeyUsed = true;
    }

    boolean isKeyUsed() {
        return isKeyUsed;
    }

    void dueFrom(long millis) {
        dueFromMillis = millis;
    }

    /** Whether it has to wait for its next step. It never waits longer than a pause, even if the clock was set back. */
    boolean isEarly(long nowMillis, long pauseMillis) {
        return nowMillis < dueFromMillis && dueFromMillis <= nowMillis + pauseMillis;
    }

    /** Whether both halves, with what was taken back of them, post the same. */
    boolean isSettled() {
        return acquirer.netMinor() == issuer.netMinor();
    }

    /** What the acquirer's half posts beyond the issuer's, minor units. */
    long inTransitMinor() {
        return acquirer.netMinor() - issuer.netMinor();
    }

    /** Whether nothing of it was seen in either stream. */
    boolean isEmpty() {
        return acquirer.isEmpty() && issuer.isEmpty();
    }

    /**
     * Whether the acquirer's half posts more than the issuer's, in the direction of the transaction. A half of which
     * something was taken back posts less than the other. If only its reversal was seen, it posts less than nothing.
     */
    boolean isMoreAtAcquirer() {
        long sign = Long.signum(transaction.signedMinor());
        return acquirer.netMinor() * sign > issuer.netMinor() * sign;
    }

    /** Whether a pair of positions has a part of it before and a part after. */
    boolean isDividedBy(long acquirerPosition, long issuerPosition) {
        return acquirer.isAround(acquirerPosition)
                || issuer.isAround(issuerPosition)
                || (!acquirer.isEmpty()
                        && !issuer.isEmpty()
                        && acquirer.isAfter(acquirerPosition) != issuer.isAfter(issuerPosition));
    }
}
