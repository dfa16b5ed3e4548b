package org.debitcredit.server.rest;

import org.debitcredit.server.security.Access;
import org.springframework.web.server.ServerWebExchange;

/** The client that an HTTP request comes from. */
public final class HttpClient {

    static final String ATTRIBUTE = HttpClient.class.getName();

    private HttpClient() {}

    /** The result of the access check. */
    static Access.Granted of(ServerWebExchange exchange) {
        return exchange.<Access.Granted>getRequiredAttribute(ATTRIBUTE);
    }
}
