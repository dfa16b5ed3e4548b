package org.debitcredit.engine;

import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.TransactionBatch;

/** Sees what the writer does, for metrics. Called on the writer's thread, once per group: it must be quick. */
public interface EngineObserver {

    /** Observes nothing. */
    EngineObserver NONE = new EngineObserver() {};

    /**
     * A group was made durable and is about to be answered.
     *
     * @param batch the newly decided transactions
     * @param journalBytes length of the document that they were journaled in
     * @param forceNanos how long the force took
     */
    default void groupCommitted(TransactionBatch batch, int journalBytes, long forceNanos) {}

    /** The ledger lacks rows. What touches them is not executed or not read; the writer goes on with everything else. */
    default void ledgerDamaged(MissingRows missing) {}

    /** The writer stopped for good. */
    default void stopped(Throwable cause) {}

    /** Someone who was told of an answer threw; the writer goes on. */
    default void passengerFailed(Throwable cause) {}
}
