package org.debitcredit.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Which tokens of an issuer are taken, and for how long. */
class IssuerTest {

    private static final TestIssuer OURS = new TestIssuer();
    private static final RSAKey SHORT = TestIssuer.rsa("short", 1_024);
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration READ_MAX = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private volatile Instant now = NOW;
    private final AtomicLong nanos = new AtomicLong();

    private Issuer issuer() {
        return issuer(OURS.write(folder.resolve("keys.json")), null, null, Duration.ofHours(1));
    }

    private Issuer issuer(@Nullable Path file, @Nullable URI url, @Nullable String rolesClaim, Duration refresh) {
        return Issuer.start(properties(file, url, rolesClaim, refresh), () -> now, nanos::get, Issuer.RETRY);
    }

    private static JwtProperties properties(
            @Nullable Path file, @Nullable URI url, @Nullable String rolesClaim, Duration refresh) {
        return new JwtProperties(
                TestIssuer.NAME,
                TestIssuer.AUDIENCE,
                file,
                url,
                refresh,
                "sub",
                rolesClaim,
                Duration.ofSeconds(30),
                List.of(new JwtProperties.Claimed("service-7", "atm")));
    }

    private static Issuer.@Nullable Caller verify(Issuer issuer, String token) {
        return verify(issuer, token, AccessControl.sha256(token));
    }

    private static Issuer.@Nullable Caller verify(Issuer issuer, String token, byte[] sha256) {
        ByteBuffer hash = ByteBuffer.wrap(sha256);
        Issuer.Verdict known = issuer.remembered(hash);
        Issuer.Verdict verdict = known == null ? issuer.verify(token, hash) : known;
        return verdict instanceof Issuer.Caller caller ? caller : null;
    }

    private static JWTClaimsSet.Builder claims() {
        return TestIssuer.claims("service-7", NOW);
    }

    private static String good() {
        return TestIssuer.token(JWSAlgorithm.RS256, OURS.rsa, claims());
    }

    static Stream<Arguments> taken() {
        return Stream.of(
                Arguments.of("RS256", good()),
                Arguments.of("ES256", TestIssuer.token(JWSAlgorithm.ES256, OURS.ec, claims())),
                Arguments.of(
                        "without a key id", TestIssuer.token(new JWSHeader(JWSAlgorithm.RS256), OURS.rsa, claims())),
                Arguments.of(
                        "an access token",
                        TestIssuer.token(
                                new JWSHeader.Builder(JWSAlgorithm.RS256)
                                        .type(new JOSEObjectType("at+jwt"))
                                        .build(),
                                OURS.rsa,
                                claims())),
                Arguments.of(
                        "two audiences",
                        TestIssuer.token(JWSAlgorithm.RS256, OURS.rsa, claims().audience(List.of("shop", "bank")))),
                Arguments.of("just expired", of(claims().expirationTime(Date.from(NOW.minusSeconds(29))))),
                Arguments.of("not yet", of(claims().notBeforeTime(Date.from(NOW.plusSeconds(29))))));
    }

    static Stream<Arguments> refused() throws JOSEException {
        byte[] publicKey = OURS.rsa.toRSAPublicKey().getEncoded();
        String pem = OURS.rsa.toPublicJWK().toJSONString();
        String good = good();
        String[] parts = good.split("\\.");
        return Stream.of(
                Arguments.of("alg none", new PlainJWT(claims().build()).serialize()),
                Arguments.of(
                        "alg none in a signed one", base64("{\"alg\":\"none\"}") + "." + parts[1] + "." + parts[2]),
                Arguments.of(
                        "the public key as a shared secret",
                        TestIssuer.token(JWSAlgorithm.HS256, shared(publicKey, "rsa-1"), claims())),
                Arguments.of(
                        "its text as a shared secret",
                        TestIssuer.token(
                                JWSAlgorithm.HS256, shared(pem.getBytes(StandardCharsets.UTF_8), "rsa-1"), claims())),
                Arguments.of("RS512", TestIssuer.token(JWSAlgorithm.RS512, OURS.rsa, claims())),
                Arguments.of("PS256", TestIssuer.token(JWSAlgorithm.PS256, OURS.rsa, claims())),
                Arguments.of(
                        "a foreign key under our id",
                        TestIssuer.token(JWSAlgorithm.RS256, TestIssuer.rsa("rsa-1", 2_048), claims())),
                Arguments.of(
                        "a key in its own header",
                        TestIssuer.token(
                                new JWSHeader.Builder(JWSAlgorithm.ES256)
                                        .jwk(TestIssuer.ec("own").toPublicJWK())
                                        .build(),
                                TestIssuer.ec("own"),
                                claims())),
                Arguments.of("a short key", TestIssuer.token(JWSAlgorithm.RS256, SHORT, claims())),
                Arguments.of("another issuer", of(claims().issuer("https://other.example"))),
                Arguments.of("another audience", of(claims().audience("shop"))),
                Arguments.of("no audience", of(claims().audience((String) null))),
                Arguments.of("no expiry", of(claims().expirationTime(null))),
                Arguments.of("expired", of(claims().expirationTime(Date.from(NOW.minusSeconds(31))))),
                Arguments.of("not yet", of(claims().notBeforeTime(Date.from(NOW.plusSeconds(31))))),
                Arguments.of("no client", of(claims().subject(null))),
                Arguments.of("another client", of(claims().subject("service-8"))),
                Arguments.of(
                        "a type of another use",
                        TestIssuer.token(
                                new JWSHeader.Builder(JWSAlgorithm.RS256)
                                        .type(new JOSEObjectType("logout+jwt"))
                                        .build(),
                                OURS.rsa,
                                claims())),
                Arguments.of("other claims", parts[0] + "." + base64("{\"sub\":\"service-7\"}") + "." + parts[2]),
                Arguments.of("no signature", parts[0] + "." + parts[1] + "."),
                Arguments.of("too long", of(claims().claim("filler", "x".repeat(Issuer.CHARACTERS_MAX)))),
                Arguments.of("deeply nested", base64("[".repeat(2_000)) + "." + parts[1] + "." + parts[2]),
                Arguments.of("nothing", ""),
                Arguments.of("dots", ".."));
    }

    private static String of(JWTClaimsSet.Builder claims) {
        return TestIssuer.token(JWSAlgorithm.RS256, OURS.rsa, claims);
    }

    private static JWK shared(byte[] secret, String id) {
        return new OctetSequenceKey.Builder(secret).keyID(id).build();
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void taken(String name, String token) {
        try (Issuer issuer = issuer()) {
            assertThat(verify(issuer, token)).isEqualTo(new Issuer.Caller("atm", null));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refused(String name, String token) {
        Path keys = TestIssuer.write(folder.resolve("keys.json"), TestIssuer.keys(OURS.rsa, OURS.ec, SHORT));
        try (Issuer issuer = issuer(keys, null, null, Duration.ofHours(1))) {
            assertThat(verify(issuer, good())).as("the issuer works").isNotNull();
            assertThat(verify(issuer, token)).isNull();
        }
    }

    /** Each try costs the server more than the token costs whoever made it up. */
    @Test
    void aTokenWithoutAKeyIdIsTriedWithFewKeysOnly() {
        JWK[] many = Stream.concat(
                        Stream.of(OURS.ec),
                        IntStream.rangeClosed(1, Issuer.TRIED_MAX).mapToObj(i -> TestIssuer.ec("other-" + i)))
                .toArray(JWK[]::new);
        String named = TestIssuer.token(JWSAlgorithm.ES256, OURS.ec, claims());
        String unnamed = TestIssuer.token(new JWSHeader(JWSAlgorithm.ES256), OURS.ec, claims());
        Path all = TestIssuer.write(folder.resolve("all.json"), TestIssuer.keys(many));
        try (Issuer issuer = issuer(all, null, null, Duration.ofHours(1))) {
            assertThat(verify(issuer, unnamed)).isNull();
            assertThat(verify(issuer, named)).isNotNull();
        }
        JWK[] few = Arrays.copyOf(many, Issuer.TRIED_MAX);
        String keys =
                new JWKSet(Stream.concat(Stream.of(OURS.rsa), Stream.of(few)).toList()).toString(true);
        Path fewer = TestIssuer.write(folder.resolve("fewer.json"), keys);
        try (Issuer issuer = issuer(fewer, null, null, Duration.ofHours(1))) {
            assertThat(verify(issuer, unnamed))
                    .as("keys of other algorithms do not count")
                    .isNotNull();
        }
    }

    /** An unreachable issuer is noticed before its keys change. */
    @Test
    void theAgeOfTheKeysIsShown() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Path file = OURS.write(folder.resolve("keys.json"));
        try (Issuer issuer = issuer(file, null, null, Duration.ofMillis(20))) {
            issuer.bindTo(registry);
            assertThat(gauge(registry, "keys")).isEqualTo(2);
            Files.delete(file);
            nanos.set(Duration.ofSeconds(90).toNanos());
            now = NOW.minusSeconds(3_600);
            assertThat(gauge(registry, "keys.age.seconds"))
                    .as("though the clock was set back")
                    .isEqualTo(90);
            TestIssuer.write(file, TestIssuer.keys(OURS.rsa));
            long deadlineNanos = System.nanoTime() + READ_MAX.toNanos();
            while (gauge(registry, "keys.age.seconds") > 0) {
                assertThat(System.nanoTime()).as("read in time").isLessThan(deadlineNanos);
            }
            assertThat(gauge(registry, "keys")).isEqualTo(1);
        }
    }

    private static double gauge(SimpleMeterRegistry registry, String name) {
        return registry.get("bank.security.issuer." + name).gauge().value();
    }

    /** The hash alone finds it: a text that is no token is taken for the one that was verified before. */
    @Test
    void aTokenIsVerifiedOnceAndThenKnownByItsHashUntilItExpires() {
        String token = good();
        byte[] hash = AccessControl.sha256(token);
        try (Issuer issuer = issuer()) {
            assertThat(verify(issuer, "no token")).isNull();
            assertThat(verify(issuer, token)).isNotNull();
            assertThat(verify(issuer, "no token", hash)).isNotNull();
            now = NOW.plusSeconds(329);
            assertThat(verify(issuer, token)).isNotNull();
            now = NOW.plusSeconds(330);
            assertThat(verify(issuer, token)).isNull();
            assertThat(issuer.known()).isZero();
        }
    }

    @Test
    void noMoreTokensAreKnownThanTheLimit() {
        Path keys = OURS.write(folder.resolve("keys.json"));
        try (Issuer issuer = issuer(keys, null, null, Duration.ofHours(1))) {
            String token = good();
            for (int i = 0; i < Issuer.KNOWN_MAX + 10; i++) {
                // As if each were another token.
                assertThat(verify(issuer, token, AccessControl.sha256(Integer.toString(i))))
                        .isNotNull();
            }
            assertThat(issuer.known()).isEqualTo(Issuer.KNOWN_MAX);
        }
    }

    /** The hash alone finds it: a good token is taken for the one that was refused before. */
    @Test
    void aTokenThatIsRefusedIsNotVerifiedAgainForAWhile() {
        byte[] hash = AccessControl.sha256("guess");
        try (Issuer issuer = issuer()) {
            assertThat(verify(issuer, "guess", hash)).isNull();
            now = NOW.plusMillis(RefusedTokens.KEPT_MILLIS - 1);
            assertThat(verify(issuer, good(), hash)).isNull();
            now = NOW.plusMillis(RefusedTokens.KEPT_MILLIS);
            assertThat(verify(issuer, good(), hash)).isNotNull();
            byte[] other = AccessControl.sha256("another guess");
            assertThat(verify(issuer, "another guess", other)).isNull();
            now = NOW.minusSeconds(3_600);
            assertThat(verify(issuer, good(), other))
                    .as("the clock was set back")
                    .isNotNull();
        }
    }

    @Test
    void noMoreRefusedTokensAreKnownThanTheLimit() {
        try (Issuer issuer = issuer()) {
            for (int i = 0; i < RefusedTokens.MAX + 10; i++) {
                assertThat(verify(issuer, "guess " + i)).isNull();
            }
            assertThat(issuer.refused()).isEqualTo(RefusedTokens.MAX);
            assertThat(verify(issuer, good(), AccessControl.sha256("guess 0")))
                    .as("forgotten")
                    .isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTokenCanNarrowTheRolesOfItsClient(boolean isList) {
        Path keys = OURS.write(folder.resolve("keys.json"));
        try (Issuer issuer = issuer(keys, null, "roles", Duration.ofHours(1))) {
            Object roles = isList ? List.of("terminal", "king") : "king terminal";
            assertThat(verify(issuer, of(claims().claim("roles", roles))))
                    .isEqualTo(new Issuer.Caller("atm", Set.of(Role.TERMINAL)));
            assertThat(verify(issuer, good())).as("none").isEqualTo(new Issuer.Caller("atm", Set.of()));
        }
    }

    @Test
    void theKeysOfAUrlAreReadAgainAndAWithdrawnKeyEndsItsTokens() throws Exception {
        String[] answer = {TestIssuer.keys(OURS.rsa)};
        HttpServer publisher = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        publisher.createContext("/keys", exchange -> {
            byte[] body;
            synchronized (answer) {
                body = answer[0].getBytes(StandardCharsets.UTF_8);
            }
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        publisher.start();
        URI url = URI.create("http://127.0.0.1:" + publisher.getAddress().getPort() + "/keys");
        try (Issuer issuer = issuer(null, url, null, Duration.ofMillis(20))) {
            String token = good();
            String byNewKey = TestIssuer.token(JWSAlgorithm.ES256, OURS.ec, claims());
            await(issuer, token, true);
            assertThat(verify(issuer, byNewKey)).isNull();
            synchronized (answer) {
                answer[0] = "x".repeat(IssuerKeys.BYTES_MAX + 1);
            }
            assertThat(verify(issuer, token)).as("while the answer is unusable").isNotNull();
            synchronized (answer) {
                answer[0] = TestIssuer.keys(OURS.ec);
            }
            await(issuer, byNewKey, true);
            assertThat(verify(issuer, token)).isNull();
            synchronized (answer) {
                answer[0] = "{\"keys\":[]}";
            }
            await(issuer, byNewKey, false);
        } finally {
            publisher.stop(0);
        }
    }

    /** An issuer that starts with the machine does not answer the first time. */
    @Test
    void keysThatCouldNotBeReadAreReadAgainSoonEvenIfThatIsDoneOnceADay() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        HttpServer publisher = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        publisher.createContext("/keys", exchange -> {
            byte[] body = TestIssuer.keys(OURS.rsa).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(asked.incrementAndGet() == 1 ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        publisher.start();
        URI url = URI.create("http://127.0.0.1:" + publisher.getAddress().getPort() + "/keys");
        JwtProperties daily = properties(null, url, null, Duration.ofDays(1));
        try (Issuer issuer = Issuer.start(daily, () -> now, nanos::get, Duration.ofMillis(20))) {
            await(issuer, good(), true);
            assertThat(asked).hasValue(2);
        } finally {
            publisher.stop(0);
        }
    }

    /** Each piece comes in time, and the answer never ends. */
    @Test
    void theTimeOfAnAnswerIsBounded() throws Exception {
        try (ServerSocket dripping = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> drops = CompletableFuture.runAsync(() -> drip(dripping));
            URI url = URI.create("http://127.0.0.1:" + dripping.getLocalPort() + "/keys");
            assertThatThrownBy(() -> IssuerKeys.fetch(url, Duration.ofMillis(200)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not complete after 200 ms");
            drops.get(10, TimeUnit.SECONDS);
        }
    }

    /** Sends a header without an end until the client goes away. */
    private static void drip(ServerSocket dripping) {
        try (Socket socket = dripping.accept()) {
            OutputStream out = socket.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                out.write("X: y\r\n".getBytes(StandardCharsets.US_ASCII));
                LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
            }
        } catch (IOException gone) {
            // The fetch has ended.
        }
    }

    private static void await(Issuer issuer, String token, boolean isTaken) {
        long deadlineNanos = System.nanoTime() + READ_MAX.toNanos();
        while ((verify(issuer, token) != null) != isTaken) {
            assertThat(System.nanoTime()).as("read in time").isLessThan(deadlineNanos);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"keys\":[]}", "no keys", "{\"keys\":[{\"kty\":\"oct\",\"k\":\"c2VjcmV0\"}]}"})
    void aFileWithoutKeysIsRefusedAtTheStart(String content) {
        Path file = TestIssuer.write(folder.resolve("keys.json"), content);
        assertThatThrownBy(() -> issuer(file, null, null, Duration.ofHours(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bank.security.jwt.jwks-file");
    }

    @Test
    void aFileThatOthersMayWriteIsLogged() throws IOException {
        Path keys = OURS.write(folder.resolve("keys.json"));
        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r--rw-"));
        Logger logger = (Logger) LoggerFactory.getLogger(Issuer.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try (Issuer issuer = issuer(keys, null, null, Duration.ofHours(1))) {
            assertThat(verify(issuer, good())).as("is used all the same").isNotNull();
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .contains("bank.security.jwt.jwks-file is " + keys + ", which its group or others may write."
                        + " Whoever changes it can issue tokens; run chmod go-w on it");
    }

    @Test
    void theFileMustExistAndItsBytesAreBounded() {
        assertThatThrownBy(() -> issuer(folder.resolve("none.json"), null, null, Duration.ofHours(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IssuerKeys.parse(new byte[IssuerKeys.BYTES_MAX + 1]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://issuer.example/keys", "file:///etc/keys", "ftp://issuer.example/keys"})
    void aUrlThatOthersCouldAnswerIsRefused(String url) {
        assertThatThrownBy(() -> issuer(null, URI.create(url), null, Duration.ofHours(1)))
                .hasMessageContaining("https");
    }
}
