package org.debitcredit.ledger.sql;

/** Is told how far the filling of an empty database is. */
@FunctionalInterface
public interface PopulateProgress {

    /** Tells nobody. */
    PopulateProgress NONE = (accountsDone, accountsTotal) -> {};

    /** So many of the bank's accounts are there, with their tellers and branches. */
    void filled(long accountsDone, long accountsTotal);
}
