package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Which certificates are watched. Their ends are read in {@code TlsTest}. */
class CertificateEndTest {

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
}
