package org.debitcredit.server.rest;

import org.springframework.web.server.ServerWebExchange;

/** The key scope of the client behind an HTTP request. */
public final class HttpClient {

    static final String ATTRIBUTE = HttpClient.class.getName();

    private HttpClient() {}

    /** The scope that the access check found. */
    public static long of(ServerWebExchange exchange) {
        return exchange.<Long>getRequiredAttribute(ATTRIBUTE);
    }
}
