package org.debitcredit.server.settings;

/**
 * The server would not be protected: it would listen on an open address, accept certificates of any authority, or have
 * a port without access checks. So it does not start.
 */
public final class ListenRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ListenRefused(String message) {
        super(message);
    }
}
