package org.debitcredit.ledger;

/**
 * A ledger has lost its database, or that refuses work for now. Nobody knows what it kept of what was under way. The
 * ledger can only be closed; one opened anew reads its mark and says.
 */
public final class LedgerUnavailable extends RuntimeException {

    private static final long serialVersionUID = 1;

    public LedgerUnavailable(String message) {
        super(message);
    }

    public LedgerUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
