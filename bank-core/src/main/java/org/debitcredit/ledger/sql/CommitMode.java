package org.debitcredit.ledger.sql;

/** When a commit is on the database's disk. */
public enum CommitMode {

    /** Before the commit returns. */
    DURABLE,

    /** Some time later, if the database supports that. Commits that are lost meanwhile are redone from the journal. */
    JOURNALED
}
