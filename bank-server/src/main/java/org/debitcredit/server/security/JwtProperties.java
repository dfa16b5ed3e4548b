package org.debitcredit.server.security;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The issuer whose JSON Web Tokens authenticate clients, {@code bank.security.jwt.*}.
 *
 * @param issuer the claim {@code iss} that a token must have
 * @param audience a value that its claim {@code aud} must contain
 * @param jwksFile file with the issuer's public keys (RFC 7517)
 * @param jwksUrl where the issuer publishes them, if not in a file
 * @param refresh how often file or URL are read again
 * @param clientClaim claim that names the client
 * @param rolesClaim claim with roles, a list or a text with spaces; the client then has those of its configured roles
 *     that the token has too
 * @param clockSkew how far the clocks of issuer and bank may differ
 * @param clients which values of the client claim stand for which clients
 */
public record JwtProperties(
        String issuer,
        String audience,
        @Nullable Path jwksFile,
        @Nullable URI jwksUrl,
        @DefaultValue("1m") Duration refresh,
        @DefaultValue("sub") String clientClaim,
        @Nullable String rolesClaim,
        @DefaultValue("30s") Duration clockSkew,
        @DefaultValue List<Claimed> clients) {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /**
     * A value of the client claim, which stands for a client.
     *
     * @param value of the claim
     * @param client name of the client in {@code bank.security.tokens}
     */
    public record Claimed(String value, String client) {

        @SuppressWarnings("NullAway") // a property that is missing arrives as null
        public Claimed {
            if (value == null || value.isBlank() || client == null || client.isBlank()) {
                throw new IllegalArgumentException(
                        "an entry of bank.security.jwt.clients lacks its value or its client");
            }
        }
    }

    @SuppressWarnings("NullAway") // a property that is missing arrives as null
    public JwtProperties {
        if (issuer == null || issuer.isBlank() || audience == null || audience.isBlank()) {
            throw new IllegalArgumentException(
                    "bank.security.jwt needs both issuer and audience: otherwise a token that was issued for another"
                            + " service would be accepted here");
        }
        if ((jwksFile == null) == (jwksUrl == null)) {
            throw new IllegalArgumentException(
                    "bank.security.jwt needs either jwks-file or jwks-url, for the issuer's public keys");
        }
        if (jwksUrl != null && !isSafe(jwksUrl)) {
            throw new IllegalArgumentException("bank.security.jwt.jwks-url is " + jwksUrl
                    + "; it must be an https URL, because whoever could change the keys could issue tokens");
        }
        if (clients.isEmpty()) {
            throw new IllegalArgumentException(
                    "bank.security.jwt.clients is empty; it must say which " + clientClaim + " is which client");
        }
        if (clients.stream().map(Claimed::value).distinct().count() < clients.size()) {
            throw new IllegalArgumentException(
                    "bank.security.jwt.clients contains a value twice; it must stand for one client");
        }
    }

    private static boolean isSafe(URI url) {
        return url.getHost() != null
                && ("https".equals(url.getScheme())
                        || "http".equals(url.getScheme()) && LOOPBACK.contains(url.getHost()));
    }
}
