package org.debitcredit.engine;

/**
 * Says whether the journal has room for further transactions. It is asked before each submission, on the
 * submitter's thread, so the answer must be quick. What was submitted before is journaled whatever the answer is now.
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
