package org.debitcredit.console;

import java.net.URI;

/** Where an HTTP service listens. */
public final class HttpAddress {

    private HttpAddress() {}

    /**
     * Requires http or https and a host, and no user or password: they would be in reports, and nobody sends them.
     *
     * @param name of what the URL is, such as {@code --url}, for the message
     * @throws IllegalArgumentException if the URL is something else; the message does not repeat a password
     */
    public static void require(String name, URI url) {
        if (url.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    name + " has a user or a password before its host '" + url.getHost() + "'; leave them out");
        }
        if (!("http".equals(url.getScheme()) || "https".equals(url.getScheme())) || url.getHost() == null) {
            throw new IllegalArgumentException(name + " is '" + url
                    + "'; it must be the address of a running service, such as http://127.0.0.1:8080");
        }
    }
}
