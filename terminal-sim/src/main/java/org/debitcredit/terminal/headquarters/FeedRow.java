package org.debitcredit.terminal.headquarters;

import java.time.Instant;
import org.debitcredit.client.Postings;
import org.debitcredit.region.Decided;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * A decided transaction of a region.
 *
 * @param target the second account of a transfer, or {@link org.debitcredit.transaction.Transaction#NO_TARGET}
 * @param timeMicros when it was decided, microseconds since 1970 UTC
 */
record FeedRow(Decided decided, long target, long timeMicros) {

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;

    /**
     * A row of a change stream. The stream names a client, but not the scope of its keys, so the scope of the key is 0.
     */
    static FeedRow of(Postings postings, int i) {
        TransactionType type = postings.type(i);
        return new FeedRow(
                new Decided(
                        postings.position(i),
                        type,
                        postings.isCommitted(i),
                        postings.teller(i),
                        postings.account(i),
                        postings.amountMinor(i),
                        TransactionKey.of(0, postings.key(i)),
                        postings.reference(i),
                        type == TransactionType.REVERSAL ? original(postings.reversal(i)) : null),
                postings.target(i),
                postings.timeMicros(i));
    }

    private static Decided.@Nullable Original original(Postings.@Nullable OfReversal reversal) {
        return reversal == null
                ? null
                : new Decided.Original(
                        reversal.originalKey(),
                        reversal.originalType(),
                        reversal.originalAmountMinor(),
                        reversal.performedMinor());
    }

    Instant time() {
        return Instant.ofEpochSecond(
                Math.floorDiv(timeMicros, MICROS_PER_SECOND),
                Math.floorMod(timeMicros, MICROS_PER_SECOND) * NANOS_PER_MICRO);
    }
}
