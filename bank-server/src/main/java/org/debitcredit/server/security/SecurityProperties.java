package org.debitcredit.server.security;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The clients of the bank, {@code bank.security.*}. Without tokens the server is not secured, and listens on loopback
 * only.
 *
 * @param tokens one per client
 * @param scopes the tellers of clients that may not use all of them, at most one entry per client
 * @param insecureNetwork {@value #ACCEPTED} if something else, such as a mesh, secures the network
 */
public record SecurityProperties(
        @DefaultValue List<Token> tokens,
        @DefaultValue List<ClientScope> scopes,
        @Nullable String insecureNetwork) {

    /** The one value of {@code insecure-network}. */
    public static final String ACCEPTED = "accepted";

    private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");

    /**
     * A client's token. The configuration holds only its hash.
     *
     * @param name of the client; the scope of its keys
     * @param sha256 of the token's bytes, in hex
     */
    public record Token(String name, String sha256, Set<Role> roles) {

        @SuppressWarnings("NullAway") // a property that is missing arrives as null
        public Token {
            if (name == null || name.isBlank()) {
                throw new IllegalArgumentException("an entry of bank.security.tokens has no name");
            }
            if (sha256 == null || !SHA256.matcher(sha256).matches()) {
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

    public SecurityProperties {
        if (insecureNetwork != null && !insecureNetwork.equals(ACCEPTED)) {
            throw new IllegalArgumentException("bank.security.insecure-network is '" + insecureNetwork
                    + "'; it must be '" + ACCEPTED + "' or absent");
        }
        if (tokens.stream().map(Token::name).distinct().count() < tokens.size()) {
            throw new IllegalArgumentException(
                    "bank.security.tokens contains a name twice; each client needs its own name");
        }
        scopes.forEach(scope -> requireTerminal(scope.client(), tokens));
        if (scopes.stream().map(ClientScope::client).distinct().count() < scopes.size()) {
            throw new IllegalArgumentException(
                    "bank.security.scopes contains a client twice; each client has at most one scope");
        }
    }

    /**
     * A misspelt name would leave a client without its scope. The other roles read what every teller does, so a scope
     * would promise too much.
     */
    private static void requireTerminal(String client, List<Token> tokens) {
        Token scoped = tokens.stream()
                .filter(token -> token.name().equals(client))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(
                        "bank.security.scopes: there is no client '" + client + "' in bank.security.tokens"));
        if (!scoped.roles().equals(Set.of(Role.TERMINAL))) {
            throw new IllegalArgumentException("bank.security.scopes: '" + client + "' has other roles than terminal,"
                    + " which no scope limits; give them to a client of their own");
        }
    }

    /** The scopes by the names of their clients. The others may use every teller. */
    Map<String, Scope> scopesByClient() {
        return scopes.stream().collect(Collectors.toUnmodifiableMap(ClientScope::client, ClientScope::scope));
    }

    /** Whether callers must show a token. */
    public boolean secured() {
        return !tokens.isEmpty();
    }

    /** Whether the operator took responsibility for an open network. */
    public boolean insecureNetworkAccepted() {
        return ACCEPTED.equals(insecureNetwork);
    }
}
