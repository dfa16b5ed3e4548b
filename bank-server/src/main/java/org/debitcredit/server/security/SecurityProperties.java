package org.debitcredit.server.security;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The clients of the bank, {@code bank.security.*}. Without tokens the server is not secured, and listens only on
 * loopback unless an insecure network is accepted.
 *
 * @param tokens one per client
 * @param scopes the tellers of clients that may not use all of them, at most one entry per client
 * @param limits what clients may use at a time, at most one entry per client
 * @param certificates which certificates authenticate which clients
 * @param jwt the issuer whose JSON Web Tokens authenticate clients; null if there is none
 * @param insecureNetwork {@value #ACCEPTED} if something else, such as a mesh, secures the network
 */
public record SecurityProperties(
        @DefaultValue List<Token> tokens,
        @DefaultValue List<ClientScope> scopes,
        @DefaultValue List<ClientLimits> limits,
        @NestedConfigurationProperty @DefaultValue CertificateProperties certificates,
        @NestedConfigurationProperty @Nullable JwtProperties jwt,
        @Nullable String insecureNetwork) {

    /** The one value of {@code insecure-network}. */
    public static final String ACCEPTED = "accepted";

    private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");

    /**
     * A client and its token. The configuration holds only the token's hash.
     *
     * @param name of the client, from which the scope of its keys is computed
     * @param sha256 of the token's bytes, in hex; null if the client has none, but a certificate or an issuer's tokens
     */
    public record Token(String name, @Nullable String sha256, Set<Role> roles) {

        @SuppressWarnings("NullAway") // a property that is missing arrives as null
        public Token {
            if (name == null || name.isBlank()) {
                throw new IllegalArgumentException("an entry of bank.security.tokens has no name");
            }
            if (sha256 != null && !SHA256.matcher(sha256).matches()) {
                throw new IllegalArgumentException(
                        "bank.security.tokens: sha256 of '" + name + "' is not the 64 hex digits of a SHA-256");
            }
            if (roles == null || roles.isEmpty()) {
                throw new IllegalArgumentException("bank.security.tokens: '" + name
                        + "' has no roles; it must have some of terminal, operator, auditor, follower");
            }
        }

        @Override
        public String toString() {
            return name + " " + roles;
        }
    }

    /**
     * The tellers at which a client may move money, whatever it authenticates with.
     *
     * @param client its name
     * @param branches ids and ranges of branches, all of whose tellers it may use
     * @param tellers ids and ranges of tellers that it may use besides these
     */
    public record ClientScope(
            String client,
            @DefaultValue List<String> branches,
            @DefaultValue List<String> tellers) {

        private static final String PROPERTY = "bank.security.scopes";

        @SuppressWarnings("NullAway") // a property that is missing arrives as null
        public ClientScope {
            if (client == null || client.isBlank()) {
                throw new IllegalArgumentException("an entry of " + PROPERTY + " has no client");
            }
            if (branches.isEmpty() && tellers.isEmpty()) {
                throw new IllegalArgumentException(
                        PROPERTY + ": '" + client + "' has neither branches nor tellers; it must have some of them");
            }
            Scope.of(PROPERTY, branches, tellers);
        }

        private Scope scope() {
            return Scope.of(PROPERTY, branches, tellers);
        }
    }

    /**
     * What a client may use at a time, over both transports. A limit that is absent does not apply.
     *
     * @param client its name
     * @param requests HTTP requests and unary calls that are not answered
     * @param streams open streams
     * @param connections over which it sends requests
     */
    public record ClientLimits(
            String client,
            @Nullable Integer requests,
            @Nullable Integer streams,
            @Nullable Integer connections) {

        private static final String PROPERTY = "bank.security.limits";

        @SuppressWarnings("NullAway") // a property that is missing arrives as null
        public ClientLimits {
            if (client == null || client.isBlank()) {
                throw new IllegalArgumentException("an entry of " + PROPERTY + " has no client");
            }
            if (requests == null && streams == null && connections == null) {
                throw new IllegalArgumentException(PROPERTY + ": '" + client
                        + "' has no limit; it must have some of requests, streams, connections");
            }
            requirePositive(client, "requests", requests);
            requirePositive(client, "streams", streams);
            requirePositive(client, "connections", connections);
        }

        private static void requirePositive(String client, String name, @Nullable Integer limit) {
            if (limit != null && limit < 1) {
                throw new IllegalArgumentException(PROPERTY + ": " + name + " of '" + client + "' is " + limit
                        + "; it must be at least 1, or absent");
            }
        }

        private ClientUse use() {
            return new ClientUse(orNone(requests), orNone(streams), orNone(connections));
        }

        private static int orNone(@Nullable Integer limit) {
            return limit == null ? Integer.MAX_VALUE : limit;
        }
    }

    public SecurityProperties {
        if (insecureNetwork != null && !insecureNetwork.equals(ACCEPTED)) {
            throw new IllegalArgumentException("bank.security.insecure-network is '" + insecureNetwork
                    + "'; it must be '" + ACCEPTED + "' or absent");
        }
        if (tokens.stream().map(Token::name).distinct().count() < tokens.size()) {
            throw new IllegalArgumentException(
                    "bank.security.tokens contains a name twice; each client needs its own name");
        }
        List<String> hashes = tokens.stream()
                .map(Token::sha256)
                .filter(Objects::nonNull)
                .map(hash -> hash.toLowerCase(Locale.ROOT))
                .toList();
        if (hashes.stream().distinct().count() < hashes.size()) {
            throw new IllegalArgumentException(
                    "bank.security.tokens contains a sha256 twice; each client needs its own token");
        }
        scopes.forEach(scope -> require(scope.client(), ClientScope.PROPERTY, tokens));
        tokens.stream()
                .filter(token ->
                        scopes.stream().anyMatch(scope -> scope.client().equals(token.name())))
                .forEach(SecurityProperties::requireTerminal);
        if (scopes.stream().map(ClientScope::client).distinct().count() < scopes.size()) {
            throw new IllegalArgumentException(
                    "bank.security.scopes contains a client twice; each client has at most one scope");
        }
        limits.forEach(limit -> require(limit.client(), ClientLimits.PROPERTY, tokens));
        if (limits.stream().map(ClientLimits::client).distinct().count() < limits.size()) {
            throw new IllegalArgumentException(
                    ClientLimits.PROPERTY + " contains a client twice; each client has at most one entry");
        }
        certificates.clients().forEach(known -> require(known.client(), "bank.security.certificates.clients", tokens));
        if (jwt != null) {
            jwt.clients().forEach(known -> require(known.client(), "bank.security.jwt.clients", tokens));
        }
        tokens.stream()
                .filter(token -> token.sha256() == null)
                .map(Token::name)
                .filter(Predicate.not(name -> isKnownOtherwise(name, certificates, jwt)))
                .findAny()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("bank.security.tokens: '" + name + "' has no sha256, and"
                            + " neither bank.security.certificates.clients nor bank.security.jwt.clients names it,"
                            + " so it could not be authenticated");
                });
    }

    /**
     * Operators and auditors read what every teller does, so a scope would promise too much. A follower reads it too,
     * but another region has to follow the bank and may have a scope: it moves money only at the teller that stands for
     * it.
     */
    private static void requireTerminal(Token scoped) {
        if (!scoped.roles().contains(Role.TERMINAL)) {
            throw new IllegalArgumentException(ClientScope.PROPERTY + ": '" + scoped.name()
                    + "' does not have the role terminal, so it moves no money; delete its scope");
        }
        scoped.roles().stream()
                .filter(role -> role != Role.TERMINAL && role != Role.FOLLOWER)
                .findFirst()
                .ifPresent(role -> {
                    throw new IllegalArgumentException(ClientScope.PROPERTY + ": '" + scoped.name() + "' has the role "
                            + role.name().toLowerCase(Locale.ROOT)
                            + ", which no scope limits; give that role to a client of its own");
                });
    }

    /** A misspelt name would leave a client without its scope, its limits, its certificate or its issued tokens. */
    private static void require(String client, String property, List<Token> tokens) {
        if (tokens.stream().noneMatch(token -> token.name().equals(client))) {
            throw new IllegalArgumentException(
                    property + ": there is no client '" + client + "' in bank.security.tokens");
        }
    }

    private static boolean isKnownOtherwise(
            String client, CertificateProperties certificates, @Nullable JwtProperties jwt) {
        return certificates.clients().stream().anyMatch(known -> known.client().equals(client))
                || jwt != null
                        && jwt.clients().stream()
                                .anyMatch(known -> known.client().equals(client));
    }

    /** The scopes by the names of their clients. The others may use every teller. */
    Map<String, Scope> scopesByClient() {
        return scopes.stream().collect(Collectors.toUnmodifiableMap(ClientScope::client, ClientScope::scope));
    }

    /** A new count for each client with limits, by their names. */
    Map<String, ClientUse> usesByClient() {
        return limits.stream().collect(Collectors.toUnmodifiableMap(ClientLimits::client, ClientLimits::use));
    }

    /** Whether callers must authenticate. */
    public boolean secured() {
        return !tokens.isEmpty();
    }

    /** Whether the operator took responsibility for an open network. */
    public boolean insecureNetworkAccepted() {
        return ACCEPTED.equals(insecureNetwork);
    }
}
