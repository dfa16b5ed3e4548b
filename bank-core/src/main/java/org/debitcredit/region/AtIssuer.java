package org.debitcredit.region;

import org.debitcredit.transaction.Outcome;

/** What is known of the issuer's half when the acquirer executes its own. */
sealed interface AtIssuer {

    /** This request executed nothing there: the issuer was not asked, or answered that it executed nothing. */
    record Nothing() implements AtIssuer {}

    /** The issuer was asked, and no answer came: it may have committed. */
    record Unanswered() implements AtIssuer {}

    /**
     * An earlier request may have committed there. Once the acquirer has committed, the issuer is asked for the
     * balance.
     */
    record ToBeAsked() implements AtIssuer {}

    /** The issuer has committed. */
    record Committed(Outcome.Committed outcome) implements AtIssuer {}

    /**
     * Whether the issuer may have committed. Then the acquirer's half is executed sooner or later, whatever the
     * acquirer's bank has answered now, unless it has decided against it under the customer's key.
     */
    default boolean mayBeCommitted() {
        return !(this instanceof Nothing);
    }
}
