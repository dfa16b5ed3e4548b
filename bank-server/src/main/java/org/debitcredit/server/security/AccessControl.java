package org.debitcredit.server.security;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides about access for every transport and path. It has only hashes of tokens. */
public final class AccessControl {

    /** Any client with a valid token. */
    public static final Set<Role> ANYONE = Set.copyOf(EnumSet.allOf(Role.class));

    /** The staff. */
    public static final Set<Role> STAFF = Set.of(Role.OPERATOR, Role.AUDITOR);

    /** The clients that move money. */
    public static final Set<Role> TERMINALS = Set.of(Role.TERMINAL);

    /** The clients that may read every transaction. */
    public static final Set<Role> FOLLOWERS = Set.of(Role.FOLLOWER, Role.OPERATOR, Role.AUDITOR);

    private static final Access OPEN = new Access.Granted(0, Map.of(), null);
    private static final String BEARER = "Bearer ";

    private final List<Client> clients;
    private final Map<Long, String> names;
    private final Map<String, Scope> scopes;

    private record Client(byte[] tokenSha256, Set<Role> roles, Access.Granted granted) {}

    public AccessControl(SecurityProperties security) {
        Map<Long, String> byScope = new LinkedHashMap<>();
        security.tokens().forEach(token -> byScope.put(scope(token.name()), token.name()));
        names = Collections.unmodifiableMap(byScope);
        scopes = security.scopesByClient();
        clients = security.tokens().stream()
                .map(token -> new Client(
                        HexFormat.of().parseHex(token.sha256()), token.roles(), granted(token.name(), token.roles())))
                .toList();
    }

    /** The access of a client, however it was authenticated. */
    private Access.Granted granted(String name, Set<Role> roles) {
        return new Access.Granted(scope(name), Collections.disjoint(roles, STAFF) ? Map.of() : names, scopes.get(name));
    }

    /** The names of all clients, by the scopes of their keys. */
    public Map<Long, String> names() {
        return names;
    }

    /**
     * Decides on one call.
     *
     * @param authorization the Authorization header; null when there is none
     * @param anyOf roles of which the client needs one
     */
    public Access check(@Nullable String authorization, Set<Role> anyOf) {
        if (clients.isEmpty()) {
            return OPEN;
        }
        if (authorization == null || !authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return Access.UNAUTHENTICATED;
        }
        byte[] presented = sha256(authorization.substring(BEARER.length()).strip());
        Client caller = null;
        for (Client client : clients) {
            if (MessageDigest.isEqual(presented, client.tokenSha256())) {
                caller = client;
            }
        }
        if (caller == null) {
            return Access.UNAUTHENTICATED;
        }
        return caller.roles().stream().anyMatch(anyOf::contains)
                ? caller.granted()
                : new Access.Forbidden(caller.granted().client());
    }

    /**
     * The key scope of a client: the first 8 bytes of its name's SHA-256. It is stored with every key, so it must never
     * change.
     */
    static long scope(String clientName) {
        return ByteBuffer.wrap(sha256(clientName)).getLong();
    }

    /** The hash of a token in the configuration. */
    public static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-256, which every JVM must have", e);
        }
    }
}
