package org.debitcredit.event;

/** Receives the progress of a long operation. */
@FunctionalInterface
public interface Progress {

    /** Ignores the progress. */
    Progress NONE = (what, done, total) -> {};

    /**
     * @param what the work, for people
     * @param done units done
     * @param total units in all; 0 when not known beforehand
     */
    void at(String what, long done, long total);
}
