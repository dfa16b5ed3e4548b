package org.debitcredit.engine;

/**
 * Says whether the journal has room for further transactions. It is asked before each submission, on the submitter's
 * thread, so the answer must be quick. Commands that were submitted before are journaled in any case.
 */
@FunctionalInterface
public interface JournalRoom {

    /** A journal without a bound. */
    JournalRoom UNBOUNDED = position -> true;

    /**
     * Whether transactions may be submitted.
     *
     * @param position of the last durable transaction
     */
    boolean isLeft(long position);
}
