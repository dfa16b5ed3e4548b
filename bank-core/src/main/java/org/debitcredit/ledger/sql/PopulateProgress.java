package org.debitcredit.ledger.sql;

/** Receives the progress of filling an empty database. */
@FunctionalInterface
public interface PopulateProgress {

    /** Ignores the progress. */
    PopulateProgress NONE = (accountsDone, accountsTotal) -> {};

    /** Called with the number of the bank's accounts that exist, with their tellers and branches. */
    void filled(long accountsDone, long accountsTotal);
}
