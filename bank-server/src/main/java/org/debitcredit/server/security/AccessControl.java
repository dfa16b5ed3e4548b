package org.debitcredit.server.security;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Decides about access for every transport and path. A client is authenticated by a token of its own, of which only the
 * hash is kept here, by an issuer's token, or by the certificate of its connection. Where there are both a certificate
 * and a token, both must be valid and of the same client.
 */
public final class AccessControl implements AutoCloseable {

    /** Any client that is authenticated. */
    public static final Set<Role> ANYONE = Set.copyOf(EnumSet.allOf(Role.class));

    /** The staff: operators and auditors. */
    public static final Set<Role> STAFF = Set.of(Role.OPERATOR, Role.AUDITOR);

    /** The clients that move money. */
    public static final Set<Role> TERMINALS = Set.of(Role.TERMINAL);

    /** The clients that may read every transaction. */
    public static final Set<Role> FOLLOWERS = Set.of(Role.FOLLOWER, Role.OPERATOR, Role.AUDITOR);

    private static final Access OPEN = new Access.Granted(0, false, Map.of(), null, null);
    private static final String BEARER = "Bearer ";

    private final Map<String, Client> byName;
    private final Map<ByteBuffer, Client> byTokenSha256;
    private final Map<X500Principal, Client> bySubject;
    private final Map<Long, String> names;
    private final Map<String, Scope> scopes;
    private final Map<String, ClientUse> uses;
    private final boolean needsCertificate;
    private final @Nullable Issuer issuer;
    private final InstantSource clock;
    private final Predicate<InetAddress> mayVerify;

    private record Client(String name, Set<Role> roles, Access.Granted granted) {

        private Caller caller() {
            return new Caller(this, roles, granted);
        }
    }

    /** A client, with the roles that it has in this call. */
    private record Caller(Client client, Set<Role> roles, Access.Granted granted) {}

    /**
     * Begins to read the keys of the issuer, if there is one; throws {@link IllegalArgumentException} if their file is
     * not usable.
     *
     * @param mayVerify whether a new token from an address may be verified: see {@link FailedTokens#mayVerify}
     */
    public AccessControl(SecurityProperties security, InstantSource clock, Predicate<InetAddress> mayVerify) {
        this.clock = clock;
        this.mayVerify = mayVerify;
        Map<Long, String> byScope = new LinkedHashMap<>();
        security.tokens().forEach(token -> byScope.put(scope(token.name()), token.name()));
        names = Collections.unmodifiableMap(byScope);
        scopes = security.scopesByClient();
        uses = security.usesByClient();
        byName = security.tokens().stream()
                .map(token -> new Client(token.name(), token.roles(), granted(token.name(), token.roles())))
                .collect(Collectors.toUnmodifiableMap(Client::name, Function.identity()));
        byTokenSha256 = byTokenSha256(security);
        bySubject = security.certificates().clients().stream()
                .collect(Collectors.toUnmodifiableMap(
                        CertificateProperties.Subject::principal,
                        known -> Objects.requireNonNull(byName.get(known.client()))));
        needsCertificate = security.certificates().required();
        JwtProperties jwt = security.jwt();
        issuer = jwt == null ? null : Issuer.start(jwt, clock);
    }

    /** Comparing the hashes in constant time is not needed: nobody can choose a token by the hash that it has. */
    private Map<ByteBuffer, Client> byTokenSha256(SecurityProperties security) {
        Map<ByteBuffer, Client> owners = new HashMap<>();
        for (SecurityProperties.Token token : security.tokens()) {
            String sha256 = token.sha256();
            if (sha256 != null) {
                owners.put(
                        ByteBuffer.wrap(HexFormat.of().parseHex(sha256)),
                        Objects.requireNonNull(byName.get(token.name())));
            }
        }
        return Map.copyOf(owners);
    }

    /** The access of a client, however it was authenticated. */
    private Access.Granted granted(String name, Set<Role> roles) {
        return new Access.Granted(
                scope(name),
                roles.contains(Role.FOLLOWER),
                Collections.disjoint(roles, STAFF) ? Map.of() : names,
                scopes.get(name),
                uses.get(name));
    }

    /** Whether {@link #check} uses the certificates of connections. */
    public boolean takesCertificates() {
        return !bySubject.isEmpty();
    }

    /** Registers meters of what limits refused, and of the keys of the issuer. */
    public void bindTo(MeterRegistry registry) {
        uses.forEach((name, use) -> FunctionCounter.builder("bank.client.refused", use, ClientUse::refused)
                .description("Requests, streams and connections that a limit of their client refused")
                .tag("client", name)
                .register(registry));
        if (issuer != null) {
            issuer.bindTo(registry);
        }
    }

    /** The names of all clients, by the scopes of their keys. */
    public Map<Long, String> names() {
        return names;
    }

    /**
     * Decides on one call.
     *
     * @param authorization the Authorization header; null when there is none
     * @param certificate of the connection; null when there is none
     * @param anyOf roles of which the client needs one
     * @param from address of the caller; null if it has been checked before, or has no address
     */
    public Access check(
            @Nullable String authorization,
            @Nullable ClientCertificate certificate,
            Set<Role> anyOf,
            @Nullable SocketAddress from) {
        if (byName.isEmpty()) {
            return OPEN;
        }
        Client certified = null;
        if (certificate != null && takesCertificates()) {
            if (clock.millis() > certificate.notAfterMillis()) {
                return Access.CERTIFICATE_EXPIRED;
            }
            certified = bySubject.get(certificate.subject());
            if (certified == null) {
                return Access.CERTIFICATE_UNKNOWN;
            }
        } else if (needsCertificate) {
            return Access.CERTIFICATE_MISSING;
        }
        if (authorization != null) {
            return bearer(authorization, certified, anyOf, from);
        }
        return certified == null ? Access.NO_TOKEN : access(certified.caller(), certified, anyOf);
    }

    private static Access access(Caller caller, @Nullable Client certified, Set<Role> anyOf) {
        if (certified != null && certified != caller.client()) {
            return Access.CREDENTIALS_DIFFER;
        }
        return Collections.disjoint(caller.roles(), anyOf)
                ? new Access.Forbidden(caller.granted().client())
                : caller.granted();
    }

    /** The access of a stream that {@link #check} has just granted, with the same arguments. */
    public StreamAccess ofStream(
            @Nullable String authorization, @Nullable ClientCertificate certificate, Set<Role> anyOf) {
        return new StreamAccess(() -> check(authorization, certificate, anyOf, null), clock);
    }

    private Access bearer(
            String authorization, @Nullable Client certified, Set<Role> anyOf, @Nullable SocketAddress from) {
        if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return Access.NO_TOKEN;
        }
        String token = authorization.substring(BEARER.length()).strip();
        ByteBuffer hash = ByteBuffer.wrap(sha256(token));
        Client owner = byTokenSha256.get(hash);
        if (owner != null) {
            return access(owner.caller(), certified, anyOf);
        }
        if (issuer == null) {
            return Access.UNKNOWN_TOKEN;
        }
        Issuer.Verdict verdict = issuer.remembered(hash);
        if (verdict == null) {
            InetAddress address = Source.address(from);
            if (address != null && !mayVerify.test(address)) {
                return Access.NOT_VERIFIED;
            }
            verdict = issuer.verify(token, hash);
        }
        if (verdict instanceof Issuer.Refused refused) {
            return refused.why();
        }
        return access(issued((Issuer.Caller) verdict), certified, anyOf);
    }

    /** An issuer can narrow the roles of a client, and never widen them. */
    private Caller issued(Issuer.Caller issued) {
        Client client = Objects.requireNonNull(byName.get(issued.client()));
        Set<Role> said = issued.roles();
        if (said == null) {
            return client.caller();
        }
        Set<Role> roles = client.roles().stream().filter(said::contains).collect(Collectors.toUnmodifiableSet());
        return new Caller(client, roles, granted(client.name(), roles));
    }

    /** Ends the thread that reads the issuer's keys. */
    @Override
    public void close() {
        if (issuer != null) {
            issuer.close();
        }
    }

    /**
     * The key scope of a client: the first 8 bytes of its name's SHA-256. It is stored with every key, so it must never
     * change.
     */
    static long scope(String clientName) {
        return ByteBuffer.wrap(sha256(clientName)).getLong();
    }

    /** The SHA-256 of a text's UTF-8 bytes: the hash of a token in the configuration. */
    public static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-256, which every JVM must have", e);
        }
    }
}
