package org.debitcredit.server.security;

/** The role of a client. */
public enum Role {
    /** Executes transactions and reads balances. */
    TERMINAL,
    /** Reads everything, watches the server, and requests snapshots and backups. */
    OPERATOR,
    /** Reads everything and checks the sums. */
    AUDITOR,
    /** Follows every transaction as it is decided, and reads balances. */
    FOLLOWER
}
