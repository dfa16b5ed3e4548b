package org.debitcredit.engine;

/**
 * Says whether the journal has room for further transactions. Everyone who submits some asks first, on a thread of their
 * own: the answer must be quick. What was submitted before is journaled whatever the answer is now.
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
