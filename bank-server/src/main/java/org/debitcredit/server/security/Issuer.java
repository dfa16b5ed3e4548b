package org.debitcredit.server.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.ExpiredJWTException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Date;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.debitcredit.console.FileModes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies the JSON Web Tokens of one issuer (RFC 7519, RFC 8725). A token is verified once, and recognized by its hash
 * until it expires or the issuer's keys change; at most {@value #KNOWN_MAX} tokens are remembered. A token that is
 * refused is remembered for some seconds ({@link RefusedTokens}). The keys are read on a thread of its own. For use by
 * all threads.
 */
final class Issuer implements AutoCloseable {

    /** Tokens with more characters are refused unread. */
    static final int CHARACTERS_MAX = 4_096;

    /**
     * Maximum number of keys that a token's signature is tried with. A token without a key id could have been made by
     * any key of its algorithm.
     */
    static final int TRIED_MAX = 4;

    /** Maximum number of verified tokens that are remembered at a time. */
    static final int KNOWN_MAX = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(Issuer.class);

    /** Signatures by private keys only, so that no public key is ever taken for a shared secret. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256);

    private static final JOSEObjectType ACCESS_TOKEN = new JOSEObjectType("at+jwt");

    private static final double NANOS_PER_SECOND = 1e9;

    private static final Duration FETCH_MAX = Duration.ofSeconds(15);

    /** An issuer that starts with the machine answers some seconds later, and {@code refresh} may be a day. */
    static final Duration RETRY = Duration.ofSeconds(10);

    private static final String NO_KEY =
            "no usable key: RSA of " + IssuerKeys.RSA_BITS_MIN + " bits or more, or EC on P-256";

    /** What a token is worth. */
    sealed interface Verdict {}

    /**
     * The client that a token stands for.
     *
     * @param client its name
     * @param roles that the token has; null if no claim for roles is configured
     */
    record Caller(String client, @Nullable Set<Role> roles) implements Verdict {}

    /** A token that is not valid, or stands for no client. */
    record Refused(Access.Unauthenticated why) implements Verdict {}

    private record Verified(Caller caller, long expiresMillis) implements Verdict {}

    private static final Refused UNKNOWN = new Refused(Access.UNKNOWN_TOKEN);
    private static final Refused EXPIRED = new Refused(Access.EXPIRED_TOKEN);
    private static final Refused WRONG_SIGNATURE = new Refused(Access.WRONG_SIGNATURE);
    private static final Refused WRONG_CLAIMS = new Refused(Access.WRONG_CLAIMS);

    /** The issuer's keys, and the tokens that were verified, or refused, with them. */
    private record Known(JWKSet keys, Map<ByteBuffer, Verified> tokens, RefusedTokens refused)
            implements SecurityContext {

        private static Known of(JWKSet keys) {
            return new Known(keys, new ConcurrentHashMap<>(), new RefusedTokens());
        }
    }

    private final JwtProperties properties;
    private final Map<String, String> clients;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final DefaultJWTProcessor<Known> processor = new DefaultJWTProcessor<>();
    private final ScheduledExecutorService refresher;
    private final long retryMillis;
    private volatile Known known = Known.of(new JWKSet());
    /** When the keys were last read, or else the start. */
    private volatile long readNanos;

    private boolean isFailing;

    private Issuer(JwtProperties properties, InstantSource clock, LongSupplier nanos, Duration retry) {
        this.properties = properties;
        this.clock = clock;
        this.nanos = nanos;
        retryMillis = Math.min(retry.toMillis(), properties.refresh().toMillis());
        readNanos = nanos.getAsLong();
        clients = properties.clients().stream()
                .collect(Collectors.toUnmodifiableMap(JwtProperties.Claimed::value, JwtProperties.Claimed::client));
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, ACCESS_TOKEN, null));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, Issuer::tried));
        processor.setJWTClaimsSetVerifier(claimsVerifier());
        refresher = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "bank-issuer-keys");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The keys of a token's algorithm and key id; none if they are too many to try them all. */
    private static List<JWK> tried(JWKSelector selector, Known with) {
        List<JWK> fitting = selector.select(with.keys());
        return fitting.size() > TRIED_MAX ? List.of() : fitting;
    }

    private DefaultJWTClaimsVerifier<Known> claimsVerifier() {
        DefaultJWTClaimsVerifier<Known> verifier =
                new DefaultJWTClaimsVerifier<>(
                        Set.of(properties.audience()),
                        new JWTClaimsSet.Builder().issuer(properties.issuer()).build(),
                        Set.of("exp", properties.clientClaim()),
                        null) {
                    @Override
                    protected Date currentTime() {
                        return new Date(clock.millis());
                    }
                };
        verifier.setMaxClockSkew((int) properties.clockSkew().toSeconds());
        return verifier;
    }

    /**
     * Starts reading the issuer's keys. A file must be readable now. A URL need not answer yet: the bank does not wait
     * for its issuer, and refuses its tokens until the keys are there.
     *
     * @throws IllegalArgumentException when the file does not contain keys
     */
    static Issuer start(JwtProperties properties, InstantSource clock) {
        return start(properties, clock, System::nanoTime, RETRY);
    }

    /**
     * The same with other times.
     *
     * @param nanos a clock that is never set back, for the age of the keys
     * @param retry time after which keys that could not be read are read again, if {@code refresh} is longer
     */
    static Issuer start(JwtProperties properties, InstantSource clock, LongSupplier nanos, Duration retry) {
        Issuer issuer = new Issuer(properties, clock, nanos, retry);
        Path file = properties.jwksFile();
        if (file != null) {
            if (FileModes.isWritableByOthers(file)) {
                LOG.warn(
                        "bank.security.jwt.jwks-file is {}, which its group or others may write. Whoever changes it can"
                                + " issue tokens; run chmod go-w on it",
                        file);
            }
            try {
                issuer.known = Known.of(IssuerKeys.read(file));
                if (issuer.known.keys().isEmpty()) {
                    throw new IOException("it has " + NO_KEY);
                }
            } catch (IOException e) {
                issuer.close();
                throw new IllegalArgumentException(
                        "bank.security.jwt.jwks-file " + file + " cannot be used: " + reason(e), e);
            }
        }
        issuer.refreshAfter(file == null ? 0 : properties.refresh().toMillis());
        return issuer;
    }

    /** Reads the keys after a time, and then again and again. */
    private void refreshAfter(long millis) {
        refresher.schedule(
                () -> {
                    refresh();
                    refreshAfter(isFailing ? retryMillis : properties.refresh().toMillis());
                },
                millis,
                TimeUnit.MILLISECONDS);
    }

    /** Reads the keys again. If that fails, those that are known stay. */
    private void refresh() {
        Path file = properties.jwksFile();
        URI url = properties.jwksUrl();
        long begunNanos = nanos.getAsLong();
        try {
            JWKSet keys =
                    file != null ? IssuerKeys.read(file) : IssuerKeys.fetch(Objects.requireNonNull(url), FETCH_MAX);
            if (!keys.equals(known.keys())) {
                long withdrawn = withdrawn(known.keys(), keys);
                known = Known.of(keys);
                if (keys.isEmpty()) {
                    LOG.warn("the issuer {} has {}: its tokens are refused", properties.issuer(), NO_KEY);
                } else if (withdrawn > 0) {
                    LOG.warn(
                            "the issuer {} has withdrawn {} keys, whose tokens are refused from now on; it has {} keys",
                            properties.issuer(),
                            withdrawn,
                            keys.size());
                } else {
                    LOG.info("the issuer {} has {} keys", properties.issuer(), keys.size());
                }
            }
            readNanos = begunNanos;
            isFailing = false;
        } catch (IOException | RuntimeException | Error e) {
            // Whatever it was, the keys are read again.
            if (!isFailing) {
                LOG.warn(
                        "the keys of the issuer {} cannot be read: {}. The {} known ones stay in use",
                        properties.issuer(),
                        reason(e),
                        known.keys().size());
            }
            isFailing = true;
        }
    }

    /** How many keys a set does not contain any more. */
    private static long withdrawn(JWKSet before, JWKSet now) {
        return before.getKeys().stream()
                .filter(key -> !now.getKeys().contains(key))
                .count();
    }

    private static String reason(Throwable e) {
        return e.getMessage() == null || e instanceof NoSuchFileException
                ? e.getClass().getSimpleName()
                : e.getMessage();
    }

    /**
     * The verdict on a token that was verified before with the same keys; null if it is not remembered.
     *
     * @param hash SHA-256 of the token
     */
    @Nullable
    Verdict remembered(ByteBuffer hash) {
        Known with = known;
        Verified before = with.tokens().get(hash);
        if (before == null) {
            return with.refused().get(hash, clock.millis());
        }
        if (clock.millis() < before.expiresMillis()) {
            return before.caller();
        }
        with.tokens().remove(hash);
        return EXPIRED;
    }

    /** Verifies a token, and remembers the verdict. */
    Verdict verify(String token, ByteBuffer hash) {
        if (token.length() > CHARACTERS_MAX) {
            return UNKNOWN;
        }
        Known with = known;
        Verdict verdict = verdict(token, with);
        if (verdict instanceof Verified verified) {
            remember(hash, verified, with.tokens());
            return verified.caller();
        }
        if (verdict instanceof Refused refused) {
            with.refused().add(hash, refused, clock.millis());
        }
        return verdict;
    }

    private Verdict verdict(String token, Known with) {
        try {
            JWTClaimsSet claims = processor.process(SignedJWT.parse(token), with);
            String client =
                    claims.getClaim(properties.clientClaim()) instanceof String value ? clients.get(value) : null;
            if (client == null) {
                return WRONG_CLAIMS;
            }
            long expiresMillis = claims.getExpirationTime().getTime()
                    + properties.clockSkew().toMillis();
            return new Verified(new Caller(client, roles(claims)), expiresMillis);
        } catch (ExpiredJWTException e) {
            return EXPIRED;
        } catch (BadJWTException e) {
            return WRONG_CLAIMS;
        } catch (BadJOSEException e) {
            return WRONG_SIGNATURE;
        } catch (ParseException | JOSEException | RuntimeException notValid) {
            // The library throws unchecked exceptions, too, for some texts that are no tokens.
            return UNKNOWN;
        }
    }

    private @Nullable Set<Role> roles(JWTClaimsSet claims) {
        String claim = properties.rolesClaim();
        if (claim == null) {
            return null;
        }
        Object value = claims.getClaim(claim);
        Collection<?> names = value instanceof Collection<?> list
                ? list
                : value instanceof String text ? List.of(text.split(" ")) : List.of();
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (Role role : Role.values()) {
            if (names.contains(role.name().toLowerCase(Locale.ROOT))) {
                roles.add(role);
            }
        }
        return roles;
    }

    private void remember(ByteBuffer hash, Verified verified, Map<ByteBuffer, Verified> tokens) {
        synchronized (tokens) {
            if (tokens.size() >= KNOWN_MAX) {
                long now = clock.millis();
                tokens.values().removeIf(other -> other.expiresMillis() <= now);
            }
            if (tokens.size() >= KNOWN_MAX) {
                Iterator<ByteBuffer> any = tokens.keySet().iterator();
                any.next();
                any.remove();
            }
            tokens.put(hash, verified);
        }
    }

    /** Shows how many keys there are and when they were last read, so that an absent issuer is noticed in time. */
    void bindTo(MeterRegistry registry) {
        Gauge.builder(
                        "bank.security.issuer.keys",
                        this,
                        issuer -> issuer.known.keys().size())
                .description("Keys of the issuer that are in use")
                .register(registry);
        Gauge.builder("bank.security.issuer.keys.age.seconds", this, Issuer::keysAgeSeconds)
                .description("Time since the keys of the issuer were last read; since the start if they never were")
                .register(registry);
        Gauge.builder(
                        "bank.security.issuer.refresh.seconds",
                        () -> properties.refresh().toSeconds())
                .description("Time after which the keys of the issuer are read again")
                .register(registry);
    }

    private double keysAgeSeconds() {
        return (nanos.getAsLong() - readNanos) / NANOS_PER_SECOND;
    }

    /** The number of verified tokens that are remembered. */
    int known() {
        return known.tokens().size();
    }

    /** The number of refused tokens that are remembered. */
    int refused() {
        return known.refused().size();
    }

    @Override
    public void close() {
        refresher.shutdownNow();
    }
}
