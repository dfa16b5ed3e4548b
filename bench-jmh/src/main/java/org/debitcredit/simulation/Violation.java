package org.debitcredit.simulation;

/** The bank violated its contract. */
public final class Violation extends RuntimeException {

    public Violation(String message) {
        super(message);
    }

    public Violation(String message, Throwable cause) {
        super(message, cause);
    }
}
