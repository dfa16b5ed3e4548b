package org.debitcredit.engine;

import org.debitcredit.transaction.Outcome;

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
     */
    record Decided(Outcome outcome) implements KeyStatus {}

    /** See {@link #UNKNOWN}. */
    record Unknown() implements KeyStatus {}

    /** See {@link #EXPIRED}. */
    record Expired() implements KeyStatus {}
}
