package org.debitcredit.ledger;

/**
 * The ledger's database is unreachable or refuses work, so the outcome of the current operation is unknown. The ledger
 * can only be closed. A newly opened ledger reads the database's log position.
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
