package org.debitcredit.terminal;

/** A run that could not be carried out; the message gives the reason. */
final class RunFailure extends RuntimeException {

    RunFailure(String message) {
        super(message);
    }

    RunFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
