package org.debitcredit.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a token and a certificate together are judged. */
class AccessControlTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String TOKEN = "Bearer secret-atm";

    @TempDir
    private Path folder;

    private volatile Instant now = NOW;
    private boolean isVerifying = true;

    private AccessControl control(boolean required) {
        return control(
                new CertificateProperties(
                        required,
                        List.of(
                                new CertificateProperties.Subject("CN=atm-7,O=Bank", "atm"),
                                new CertificateProperties.Subject("CN=op,O=Bank", "op"))),
                null);
    }

    private AccessControl control(JwtProperties jwt) {
        return control(
                new CertificateProperties(false, List.of(new CertificateProperties.Subject("CN=op,O=Bank", "op"))),
                jwt);
    }

    private AccessControl control(CertificateProperties certificates, @Nullable JwtProperties jwt) {
        return new AccessControl(
                new SecurityProperties(
                        List.of(
                                new SecurityProperties.Token(
                                        "atm",
                                        HexFormat.of().formatHex(AccessControl.sha256("secret-atm")),
                                        Set.of(Role.TERMINAL)),
                                new SecurityProperties.Token("op", null, Set.of(Role.OPERATOR))),
                        List.of(),
                        List.of(),
                        certificates,
                        jwt,
                        null),
                () -> now,
                from -> isVerifying);
    }

    private static ClientCertificate of(String subject) {
        return new ClientCertificate(
                new X500Principal(subject), NOW.plusSeconds(60).toEpochMilli());
    }

    @Test
    void aCertificateThatExpiresWhileItsConnectionIsOpenIsRefused() {
        AccessControl control = control(false);
        ClientCertificate atm = of("CN=atm-7,O=Bank");
        now = NOW.plusSeconds(60);
        assertThat(control.check(null, atm, AccessControl.ANYONE, null)).isInstanceOf(Access.Granted.class);
        now = NOW.plusSeconds(61);
        assertThat(control.check(null, atm, AccessControl.ANYONE, null)).isSameAs(Access.CERTIFICATE_EXPIRED);
        assertThat(control.check(TOKEN, atm, AccessControl.ANYONE, null)).isSameAs(Access.CERTIFICATE_EXPIRED);
    }

    @Test
    void aStreamEndsWithTheCertificateThatOpenedIt() {
        StreamAccess access = control(false).ofStream(null, of("CN=atm-7,O=Bank"), AccessControl.TERMINALS);
        now = NOW.plusSeconds(60);
        assertThat(access.ended()).isNull();
        now = NOW.plusSeconds(61);
        assertThat(access.ended()).isSameAs(Access.CERTIFICATE_EXPIRED);
    }

    @Test
    void aStreamEndsWithTheTokenThatOpenedItAndWhenItsKeyIsWithdrawn() {
        TestIssuer issuer = new TestIssuer();
        Path keys = issuer.write(folder.resolve("keys.json"));
        String token = "Bearer " + TestIssuer.token(JWSAlgorithm.ES256, issuer.ec, TestIssuer.claims("service-7", NOW));
        try (AccessControl control = control(jwt(keys))) {
            StreamAccess access = control.ofStream(token, null, AccessControl.TERMINALS);
            now = NOW.plusSeconds(329);
            assertThat(access.ended()).isNull();
            now = NOW.plusSeconds(330);
            assertThat(access.ended()).isNotNull();
        }
        now = NOW;
        try (AccessControl control = control(jwt(keys))) {
            StreamAccess access = control.ofStream(token, null, AccessControl.TERMINALS);
            TestIssuer.write(keys, TestIssuer.keys(issuer.rsa));
            long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (access.ended() == null) {
                // The access is checked once per second of this clock.
                now = now.equals(NOW) ? NOW.plusSeconds(1) : NOW;
                assertThat(System.nanoTime()).as("read in time").isLessThan(deadlineNanos);
            }
        }
    }

    private static JwtProperties jwt(Path keys) {
        return new JwtProperties(
                TestIssuer.NAME,
                TestIssuer.AUDIENCE,
                keys,
                null,
                Duration.ofMillis(20),
                "sub",
                null,
                Duration.ofSeconds(30),
                List.of(new JwtProperties.Claimed("service-7", "atm")));
    }

    @Test
    void bothMustBeValidAndOfOneClient() {
        AccessControl control = control(false);
        ClientCertificate atm = of("CN=atm-7,O=Bank");
        Access alone = control.check(null, atm, AccessControl.TERMINALS, null);
        assertThat(alone).isInstanceOf(Access.Granted.class);
        assertThat(control.check(TOKEN, atm, AccessControl.TERMINALS, null)).isEqualTo(alone);
        assertThat(control.check(TOKEN, null, AccessControl.TERMINALS, null)).isEqualTo(alone);
        assertThat(control.check("Bearer wrong", atm, AccessControl.TERMINALS, null))
                .isSameAs(Access.UNKNOWN_TOKEN);
        assertThat(control.check("Basic x", atm, AccessControl.TERMINALS, null)).isSameAs(Access.NO_TOKEN);
        assertThat(control.check(TOKEN, of("CN=op,O=Bank"), AccessControl.TERMINALS, null))
                .isSameAs(Access.CREDENTIALS_DIFFER);
        assertThat(control.check(TOKEN, of("CN=x,O=Bank"), AccessControl.TERMINALS, null))
                .isSameAs(Access.CERTIFICATE_UNKNOWN);
        assertThat(control.check(null, atm, AccessControl.STAFF, null))
                .isEqualTo(new Access.Forbidden(AccessControl.scope("atm")));
        assertThat(control.check(null, null, AccessControl.ANYONE, null)).isSameAs(Access.NO_TOKEN);
    }

    /** The bank's own records say what is wrong with a token; the caller does not learn it. */
    @Test
    void eachReasonForWhichATokenIsRefusedIsKnown() {
        TestIssuer issuer = new TestIssuer();
        try (AccessControl control = control(jwt(issuer.write(folder.resolve("keys.json"))))) {
            assertThat(control.check("Bearer " + es256(issuer, "service-7", NOW), null, AccessControl.ANYONE, null))
                    .isInstanceOf(Access.Granted.class);
            Map<Access, String> authorizations = Map.of(
                    Access.NO_TOKEN,
                    "Basic x",
                    Access.UNKNOWN_TOKEN,
                    "Bearer guess",
                    Access.EXPIRED_TOKEN,
                    "Bearer " + es256(issuer, "service-7", NOW.minusSeconds(400)),
                    Access.WRONG_SIGNATURE,
                    "Bearer " + es256(new TestIssuer(), "service-7", NOW),
                    Access.WRONG_CLAIMS,
                    "Bearer " + es256(issuer, "service-8", NOW));
            authorizations.forEach((why, authorization) -> {
                assertThat(control.check(authorization, null, AccessControl.ANYONE, null))
                        .isSameAs(why);
                assertThat(control.check(authorization, null, AccessControl.ANYONE, null))
                        .as("a second time")
                        .isSameAs(why);
                assertThat(((Access.Unauthenticated) why).detail()).isEqualTo(Access.NO_TOKEN.detail());
            });
        }
    }

    private static String es256(TestIssuer issuer, String subject, Instant issued) {
        return TestIssuer.token(JWSAlgorithm.ES256, issuer.ec, TestIssuer.claims(subject, issued));
    }

    /** Verifying costs time on the event loop, which a host that guesses must not take from others. */
    @Test
    void aHostThatGuessesHasItsKnownTokensTakenAndNewOnesNotVerified() {
        TestIssuer issuer = new TestIssuer();
        InetSocketAddress guesser = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        String known = "Bearer " + es256(issuer, "service-7", NOW);
        String refused = "Bearer " + es256(issuer, "service-8", NOW);
        String unseen = "Bearer " + es256(issuer, "service-7", NOW.minusSeconds(10));
        try (AccessControl control = control(jwt(issuer.write(folder.resolve("keys.json"))))) {
            Access granted = control.check(known, null, AccessControl.ANYONE, guesser);
            assertThat(granted).isInstanceOf(Access.Granted.class);
            control.check(refused, null, AccessControl.ANYONE, guesser);
            isVerifying = false;
            assertThat(control.check(known, null, AccessControl.ANYONE, guesser))
                    .isEqualTo(granted);
            assertThat(control.check(TOKEN, null, AccessControl.ANYONE, guesser))
                    .as("its own token")
                    .isInstanceOf(Access.Granted.class);
            assertThat(control.check(refused, null, AccessControl.ANYONE, guesser))
                    .isSameAs(Access.WRONG_CLAIMS)
                    .returns(true, Access::hasFailed);
            assertThat(control.check(unseen, null, AccessControl.ANYONE, guesser))
                    .isSameAs(Access.NOT_VERIFIED)
                    .as("is no guess, because it may be good")
                    .returns(false, Access::hasFailed);
            assertThat(control.check(unseen, null, AccessControl.ANYONE, null))
                    .as("a stream that looks again")
                    .isInstanceOf(Access.Granted.class);
        }
    }

    @Test
    void aRequiredCertificateIsNotReplacedByAToken() {
        AccessControl control = control(true);
        assertThat(control.check(TOKEN, null, AccessControl.ANYONE, null)).isSameAs(Access.CERTIFICATE_MISSING);
        assertThat(control.check(null, of("CN=op,O=Bank"), AccessControl.STAFF, null))
                .isInstanceOf(Access.Granted.class);
    }

    @Test
    void aHashHas64Digits() {
        assertThatThrownBy(() -> new SecurityProperties.Token("atm", "0".repeat(63), Set.of(Role.TERMINAL)))
                .hasMessageContaining("sha256 of 'atm' is not the 64 hex digits");
    }

    @Test
    void aClientWithoutATokenIsFoundByNoToken() {
        assertThat(control(false).check("Bearer ", null, AccessControl.ANYONE, null))
                .isSameAs(Access.UNKNOWN_TOKEN);
    }
}
