package org.debitcredit.engine;

/**
 * Something that rides the bus: it is submitted once, and told once, on the writer's thread, that its answer is there.
 * Whoever is told must only hand over, never work or wait: the writer serves everyone.
 */
public sealed interface Passenger permits Submission, Inquiry, SnapshotMark, LedgerCheckpoint, OwnershipCheck {

    /** Called by the writer when the answer is in. */
    void answered();

    /** Called instead of an answer when the bus did not take the passenger along: nothing of it was executed. */
    void turnedAway();
}
