package org.debitcredit.server.settings;

/** The server would listen on an address that its configuration does not protect, so it does not start. */
public final class ListenRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ListenRefused(String message) {
        super(message);
    }
}
