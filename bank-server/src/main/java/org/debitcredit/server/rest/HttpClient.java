package org.debitcredit.server.rest;

import org.debitcredit.server.security.Access;
import org.springframework.web.server.ServerWebExchange;

/** The client that an HTTP request comes from. */
public final class HttpClient {

    static final String ATTRIBUTE = HttpClient.class.getName();

    private HttpClient() {}

    /** What the access check found. */
    static Access.Granted of(ServerWebExchange exchange) {
        return exchange.<Access.Granted>getRequiredAttribute(ATTRIBUTE);
    }
}
