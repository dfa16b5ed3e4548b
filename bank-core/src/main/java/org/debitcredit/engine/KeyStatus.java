package org.debitcredit.engine;

import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/** The status of a key. */
public sealed interface KeyStatus {

    /** Never seen, or not yet arrived. */
    KeyStatus UNKNOWN = new Unknown();

    /** The key is unknown and not newer than keys that were already forgotten, so it may have been executed. */
    KeyStatus EXPIRED = new Expired();

    /**
     * The transaction was decided: committed, or refused for a business reason.
     *
     * @param outcome the stored answer
     * @param timeMicros when it was decided, microseconds since 1970 UTC
     * @param reference the client's reference; null if it gave none, or if {@link RecentReferences} no longer has it
     * @param isReversed whether it was committed and then reversed, in whole or in part
     * @param reversedBy the reversal; null if there is none, or if {@link RecentReversals} no longer has it
     */
    record Decided(
            Outcome outcome,
            long timeMicros,
            @Nullable Reference reference,
            boolean isReversed,
            @Nullable ReversedBy reversedBy)
            implements KeyStatus {}

    /**
     * The reversal of a transaction.
     *
     * @param key under which the reversal was sent
     * @param position of the reversal
     * @param amountMinor what it posted to the transaction's account, signed, minor units
     */
    record ReversedBy(TransactionKey key, long position, long amountMinor) {}

    /** See {@link #UNKNOWN}. */
    record Unknown() implements KeyStatus {}

    /** See {@link #EXPIRED}. */
    record Expired() implements KeyStatus {}
}
