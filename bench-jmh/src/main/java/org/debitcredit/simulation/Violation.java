package org.debitcredit.simulation;

/** The bank violated its contract. */
final class Violation extends RuntimeException {

    Violation(String message) {
        super(message);
    }

    Violation(String message, Throwable cause) {
        super(message, cause);
    }
}
