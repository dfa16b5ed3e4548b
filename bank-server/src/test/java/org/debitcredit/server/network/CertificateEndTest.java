package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Which certificates are watched. Their ends are read in {@code TlsTest}. */
class CertificateEndTest {

    /** A certificate of nobody. */
    private static final String CERTIFICATE = """
            MIIBGTCBvwIUdpPw6mowMnAyl6mSYPQhlHotV9MwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEYmFuazAeFw0yNjExMjgx
            NDI0NDZaFw0zNjExMjUxNDI0NDZaMA8xDTALBgNVBAMMBGJhbmswWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATbi/ps
            BpoAbEVLK1XItFwovE55VW3RQSIfMAZkzF2crUYHmUzm/RXL/OkV4+b4dQMrVCgFeh+OYkWjm+Ci1rXfMAoGCCqGSM49
            BAMCA0kAMEYCIQDB4nTGce3/El2MMhxXVnddNO76Y48vlj65BIsfVihSAAIhAIyx/TzPRedG/zOMeioWZWbCgBkuLKZ6
            /R0u07KjeEiR
            """;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    /** Returns what is logged. */
    private List<String> bind(Map<String, Object> properties) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("settings", properties));
        DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry();
        for (String name : List.of("http", "grpc", "api", "idle")) {
            bundles.registerBundle(name, SslBundle.of(SslStoreBundle.NONE));
        }
        Logger logger = (Logger) LoggerFactory.getLogger(CertificateEnd.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            CertificateEnd.bindTo(registry, environment, bundles, InstantSource.system());
        } finally {
            logger.detachAppender(log);
        }
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private List<String> watched() {
        return registry.find("bank.tls.certificate.left.seconds").gauges().stream()
                .map(gauge -> String.valueOf(gauge.getId().getTag("bundle")))
                .toList();
    }

    @Test
    void theBundlesOfBothPortsAndOfServerNamesAreWatched() {
        List<String> logged = bind(Map.of(
                "server.ssl.bundle", "http",
                "server.ssl.server-name-bundles[0].server-name", "api.example",
                "server.ssl.server-name-bundles[0].bundle", "api",
                "server.ssl.server-name-bundles[1].server-name", "www.example",
                "server.ssl.server-name-bundles[1].bundle", "http",
                "spring.grpc.server.ssl.bundle", "grpc"));
        assertThat(watched()).containsExactlyInAnyOrder("http", "grpc", "api");
        assertThat(logged).isEmpty();
    }

    @Test
    void aCertificateWithoutABundleIsLogged() {
        assertThat(bind(Map.of("server.ssl.key-store", "/etc/bank/tls.p12")))
                .singleElement()
                .asString()
                .contains("/etc/bank/tls.p12", "server.ssl.key-store", "is not shown");
        assertThat(bind(Map.of("server.ssl.certificate", "/etc/bank/tls.crt")))
                .singleElement()
                .asString()
                .contains("/etc/bank/tls.crt", "server.ssl.certificate", "is not shown");
        assertThat(watched()).isEmpty();
        assertThat(bind(Map.of("server.ssl.key-store", "/etc/bank/tls.p12", "server.ssl.enabled", "false")))
                .isEmpty();
    }

    /** As when the service may not read them: both ports go on with the earlier ones, whose end comes nearer. */
    @Test
    void newFilesThatCannotBeReadDoNotHideTheEndOfTheCertificateInUse() throws Exception {
        X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(
                        new ByteArrayInputStream(Base64.getMimeDecoder().decode(CERTIFICATE)));
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry(
                "server",
                KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate(),
                "unused".toCharArray(),
                new Certificate[] {certificate});
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("settings", Map.of("server.ssl.bundle", "http")));
        DefaultSslBundleRegistry bundles =
                new DefaultSslBundleRegistry("http", SslBundle.of(SslStoreBundle.of(keys, null, null)));
        Instant day = certificate.getNotAfter().toInstant().minus(Duration.ofDays(1));
        CertificateEnd.bindTo(registry, environment, bundles, () -> day);
        assertThat(secondsLeft()).isEqualTo(86_400);
        bundles.updateBundle("http", SslBundle.of(new Unreadable()));
        assertThat(secondsLeft()).isEqualTo(86_400);
    }

    private double secondsLeft() {
        return registry.get("bank.tls.certificate.left.seconds").gauge().value();
    }

    private static final class Unreadable implements SslStoreBundle {

        @Override
        public KeyStore getKeyStore() {
            throw new IllegalStateException("access denied");
        }

        @Override
        public @Nullable String getKeyStorePassword() {
            return null;
        }

        @Override
        public @Nullable KeyStore getTrustStore() {
            return null;
        }
    }
}
