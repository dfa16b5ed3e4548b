package org.debitcredit.server.security;

/** What a client may be. */
public enum Role {
    /** Executes transactions and reads balances. */
    TERMINAL,
    /** Reads everything and watches the server. */
    OPERATOR,
    /** Reads everything and checks the sums. */
    AUDITOR
}
