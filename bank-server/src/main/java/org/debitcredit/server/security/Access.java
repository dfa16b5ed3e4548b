package org.debitcredit.server.security;

/** What a caller is told at the entrance. */
public sealed interface Access {

    /** No token, or not a valid one. */
    Access UNAUTHENTICATED = new Unauthenticated();

    /** A valid token without the role. */
    Access FORBIDDEN = new Forbidden();

    /**
     * Let in.
     *
     * @param client scope of the client's keys; 0 where the server is not secured
     */
    record Granted(long client) implements Access {}

    /** See {@link #UNAUTHENTICATED}. */
    record Unauthenticated() implements Access {}

    /** See {@link #FORBIDDEN}. */
    record Forbidden() implements Access {}
}
