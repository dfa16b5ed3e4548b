package org.debitcredit.server.command.client;

import java.io.IOException;

/** The service refused a request, for example its token, and would refuse a repeat too. */
public final class RefusedRequestException extends IOException {

    private static final long serialVersionUID = 1L;

    RefusedRequestException(String message) {
        super(message);
    }
}
