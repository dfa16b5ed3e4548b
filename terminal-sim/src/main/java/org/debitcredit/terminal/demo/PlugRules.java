package org.debitcredit.terminal.demo;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask the plug's listener for what. A request must name this listener, must not come from a page of another
 * site, and needs the token for everything but the page's files, which contain nothing secret. Otherwise any page in
 * the operator's browser could pull the plug.
 */
final class PlugRules {

    /** A refusal. */
    record Refused(int status, String detail) {}

    private static final Set<String> OWN_SITE = Set.of("same-origin", "none");
    private static final String BEARER = "Bearer ";

    private final Set<String> hosts;
    private final String token;

    PlugRules(int port, String token) {
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
        this.token = token;
    }

    /** The reason why a request is refused, whatever it asks for; null if it is not. */
    @Nullable
    Refused refused(Headers headers) {
        List<String> host = all(headers, "Host");
        if (host.size() != 1 || !hosts.contains(host.get(0).toLowerCase(Locale.ROOT))) {
            return new Refused(421, "the Host header does not name this listener");
        }
        boolean isForeign = all(headers, "Sec-Fetch-Site").stream()
                        .anyMatch(site -> !OWN_SITE.contains(site.toLowerCase(Locale.ROOT)))
                || all(headers, "Origin").stream()
                        .anyMatch(origin -> !origin.equalsIgnoreCase("http://" + host.get(0)));
        return isForeign ? new Refused(403, "pages of other sites may not send requests to this listener") : null;
    }

    /** The reason why a request that needs the token is refused; null if it has it. */
    @Nullable
    Refused unauthenticated(Headers headers) {
        List<String> authorization = all(headers, "Authorization");
        boolean isKnown = authorization.size() == 1
                && authorization.get(0).startsWith(BEARER)
                && Secret.isSame(token, authorization.get(0).substring(BEARER.length()));
        return isKnown ? null : new Refused(401, "send 'Authorization: Bearer' with the token of the page's address");
    }

    private static List<String> all(Headers headers, String name) {
        List<String> values = headers.get(name);
        return values == null ? List.of() : values;
    }
}
