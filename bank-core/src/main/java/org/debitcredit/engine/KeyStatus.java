package org.debitcredit.engine;

import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.jspecify.annotations.Nullable;

/** What became of a key. */
public sealed interface KeyStatus {

    /** Never seen, or not yet arrived. */
    KeyStatus UNKNOWN = new Unknown();

    /** Not known, and not newer than keys already forgotten: it may have been executed. */
    KeyStatus EXPIRED = new Expired();

    /**
     * Decided: committed, or refused for a reason of business.
     *
     * @param outcome the stored answer
     * @param timeMicros when it was decided, microseconds since 1970 UTC
     * @param reference how the client called it; null when it did not, or when {@link RecentReferences} holds it no
     *     more
     */
    record Decided(
            Outcome outcome, long timeMicros, @Nullable Reference reference) implements KeyStatus {}

    /** See {@link #UNKNOWN}. */
    record Unknown() implements KeyStatus {}

    /** See {@link #EXPIRED}. */
    record Expired() implements KeyStatus {}
}
