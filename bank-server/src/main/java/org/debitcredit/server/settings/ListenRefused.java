package org.debitcredit.server.settings;

/** The server would listen where its configuration does not protect it. It does not start. */
public final class ListenRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ListenRefused(String message) {
        super(message);
    }
}
