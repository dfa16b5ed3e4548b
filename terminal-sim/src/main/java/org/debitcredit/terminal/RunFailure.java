package org.debitcredit.terminal;

/** A run that could not be carried out; the message says to a person what was in the way. */
final class RunFailure extends RuntimeException {

    RunFailure(String message) {
        super(message);
    }

    RunFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
