package org.debitcredit.terminal.console;

/** A run that could not be carried out; the message gives the reason. */
public final class RunFailure extends RuntimeException {

    public RunFailure(String message) {
        super(message);
    }

    public RunFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
