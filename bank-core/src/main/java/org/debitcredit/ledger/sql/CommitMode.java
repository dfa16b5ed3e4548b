package org.debitcredit.ledger.sql;

/** When the database has a commit on its disk. */
public enum CommitMode {

    /** Before the commit returns. */
    DURABLE,

    /** Some time later, where the database can be told so: what is lost meanwhile is redone from the journal. */
    JOURNALED
}
