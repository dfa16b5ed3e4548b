package org.debitcredit.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
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
                () -> now);
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
        assertThat(control.check(null, atm, AccessControl.ANYONE)).isInstanceOf(Access.Granted.class);
        now = NOW.plusSeconds(61);
        assertThat(control.check(null, atm, AccessControl.ANYONE)).isSameAs(Access.CERTIFICATE_EXPIRED);
        assertThat(control.check(TOKEN, atm, AccessControl.ANYONE)).isSameAs(Access.CERTIFICATE_EXPIRED);
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
        String token = "Bearer "
                + TestIssuer.token(JWSAlgorithm.ES256, issuer.ec, TestIssuer.claims("service-7", NOW));
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
        Access alone = control.check(null, atm, AccessControl.TERMINALS);
        assertThat(alone).isInstanceOf(Access.Granted.class);
        assertThat(control.check(TOKEN, atm, AccessControl.TERMINALS)).isEqualTo(alone);
        assertThat(control.check(TOKEN, null, AccessControl.TERMINALS)).isEqualTo(alone);
        assertThat(control.check("Bearer wrong", atm, AccessControl.TERMINALS)).isSameAs(Access.UNAUTHENTICATED);
        assertThat(control.check("Basic x", atm, AccessControl.TERMINALS)).isSameAs(Access.UNAUTHENTICATED);
        assertThat(control.check(TOKEN, of("CN=op,O=Bank"), AccessControl.TERMINALS))
                .isSameAs(Access.CREDENTIALS_DIFFER);
        assertThat(control.check(TOKEN, of("CN=x,O=Bank"), AccessControl.TERMINALS))
                .isSameAs(Access.CERTIFICATE_UNKNOWN);
        assertThat(control.check(null, atm, AccessControl.STAFF))
                .isEqualTo(new Access.Forbidden(AccessControl.scope("atm")));
        assertThat(control.check(null, null, AccessControl.ANYONE)).isSameAs(Access.UNAUTHENTICATED);
    }

    @Test
    void aRequiredCertificateIsNotReplacedByAToken() {
        AccessControl control = control(true);
        assertThat(control.check(TOKEN, null, AccessControl.ANYONE)).isSameAs(Access.CERTIFICATE_MISSING);
        assertThat(control.check(null, of("CN=op,O=Bank"), AccessControl.STAFF)).isInstanceOf(Access.Granted.class);
    }

    @Test
    void aHashHas64Digits() {
        assertThatThrownBy(() -> new SecurityProperties.Token("atm", "0".repeat(63), Set.of(Role.TERMINAL)))
                .hasMessageContaining("sha256 of 'atm' is not the 64 hex digits");
    }

    @Test
    void aClientWithoutATokenIsFoundByNoToken() {
        assertThat(control(false).check("Bearer ", null, AccessControl.ANYONE)).isSameAs(Access.UNAUTHENTICATED);
    }
}
