package org.debitcredit.region;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.debitcredit.engine.ReversalSubmission;

/** What one bank's stream shows of its half of an out-of-town transaction. Its user holds a lock. */
final class Half {

    private enum Decision {
        NONE,
        COMMITTED,
        REFUSED
    }

    private Decision decision = Decision.NONE;
    private long netMinor;
    private long performedMinor;
    /** Position of the original, if it was committed and nothing was taken back of it. */
    private long seenAt = ReversalSubmission.NOT_SEEN;

    private long firstPosition = Long.MAX_VALUE;
    private long lastPosition;
    /** Keys of reversals; most transactions have none. */
    private Set<UUID> reversals = Set.of();

    /**
     * Whether a transaction of the stream can belong to it. The sum of its postings fits into a long, unless a client
     * with access to the correspondent repeats a reference under other keys.
     */
    boolean canAdd(Decided row) {
        long sum = netMinor + row.signedMinor();
        return ((netMinor ^ sum) & (row.signedMinor() ^ sum)) >= 0;
    }

    /** Adds a transaction of the stream: the original, or a reversal of it. */
    void add(Decided row) {
        if (row.position() <= lastPosition) {
            // It is read again after a failure.
            return;
        }
        firstPosition = Math.min(firstPosition, row.position());
        lastPosition = row.position();
        netMinor = netMinor + row.signedMinor();
        Decided.Original original = row.original();
        if (original != null) {
            if (reversals.isEmpty()) {
                reversals = new HashSet<>(2);
            }
            reversals.add(row.key().uuid());
            performedMinor = row.isCommitted() ? original.performedMinor() : performedMinor;
            seenAt = row.isCommitted() ? ReversalSubmission.NOT_SEEN : seenAt;
        } else {
            seenAt = row.isCommitted() ? row.position() : ReversalSubmission.NOT_SEEN;
            decision = row.isCommitted() ? Decision.COMMITTED : Decision.REFUSED;
        }
    }

    /** Whether the original, committed or refused, was seen. */
    boolean isDecided() {
        return decision != Decision.NONE;
    }

    boolean isCommitted() {
        return decision == Decision.COMMITTED;
    }

    boolean isRefused() {
        return decision == Decision.REFUSED;
    }

    /** What it posts to the account, with what was taken back of it, signed, minor units. */
    long netMinor() {
        return netMinor;
    }

    /** What stays of it after its latest reversal, minor units; 0 if there was none. */
    long performedMinor() {
        return performedMinor;
    }

    /**
     * The position of the original, if it was committed and nothing was taken back of it; otherwise {@link
     * ReversalSubmission#NOT_SEEN}.
     */
    long seenAt() {
        return seenAt;
    }

    /** {@link Long#MAX_VALUE} if nothing of it was seen. */
    long firstPosition() {
        return firstPosition;
    }

    boolean hasReversal(UUID key) {
        return reversals.contains(key);
    }

    /** Whether a reversal was seen, and its original was not. */
    boolean isReversedOnly() {
        return decision == Decision.NONE && !reversals.isEmpty();
    }

    /** Whether nothing of it was seen. */
    boolean isEmpty() {
        return lastPosition == 0;
    }

    /** 0 if nothing of it was seen. */
    long lastPosition() {
        return lastPosition;
    }

    /** Whether something of it is after a position. */
    boolean isAfter(long position) {
        return lastPosition > position;
    }

    /** Whether a position divides it. */
    boolean isAround(long position) {
        return firstPosition <= position && lastPosition > position;
    }
}
