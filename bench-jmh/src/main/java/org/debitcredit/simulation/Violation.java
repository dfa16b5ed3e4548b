package org.debitcredit.simulation;

/** The bank did or said what it must not. */
final class Violation extends RuntimeException {

    Violation(String message) {
        super(message);
    }

    Violation(String message, Throwable cause) {
        super(message, cause);
    }
}
