package org.debitcredit.engine;

/**
 * A command for the writer. It is submitted once and called back once, on the writer's thread. The callback must not
 * work or wait, because the writer serves all clients: it hands the answer over to another thread.
 */
public sealed interface Command permits Submission, Inquiry, SnapshotBoundary, LedgerCheckpoint, OwnershipCheck {

    /** Called by the writer when the answer is there. */
    void answered();

    /** Called instead when there will be no answer. Nothing of the command was executed. */
    void rejected();
}
