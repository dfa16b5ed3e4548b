package org.debitcredit.server.command.client;

import java.io.IOException;

/** There was no connection to the service, so the request was not sent. */
final class NothingSentException extends IOException {

    private static final long serialVersionUID = 1L;

    NothingSentException(String message, IOException cause) {
        super(message, cause);
    }
}
