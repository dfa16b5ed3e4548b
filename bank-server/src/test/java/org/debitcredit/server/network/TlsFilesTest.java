package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Whoever may change a file of an SSL bundle chooses who is trusted. */
class TlsFilesTest {

    @TempDir
    private Path folder;

    private Path file(String name, String modes) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "any");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(modes));
    }

    @Test
    void theFilesThatOthersMayWriteAreLogged() throws IOException {
        Path trust = file("trust.p12", "rw-rw-r--");
        Path certificate = file("tls.crt", "rw-r--rw-");
        Path key = file("tls.key", "rw-------");
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "bundles",
                        Map.of(
                                "spring.ssl.bundle.jks.one.truststore.location",
                                trust.toUri().toString(),
                                "spring.ssl.bundle.jks.one.truststore.password",
                                trust.toString(),
                                "spring.ssl.bundle.jks.one.keystore.location",
                                folder.resolve("missing.p12").toString(),
                                "spring.ssl.bundle.pem.two.keystore.certificate",
                                certificate.toString(),
                                "spring.ssl.bundle.pem.two.keystore.private-key",
                                key.toString(),
                                "spring.ssl.bundle.pem.two.truststore.certificate",
                                "-----BEGIN CERTIFICATE-----\nMII=\n-----END CERTIFICATE-----\n")));
        Logger logger = (Logger) LoggerFactory.getLogger(TlsFiles.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            TlsFiles.warn(environment);
        } finally {
            logger.detachAppender(log);
        }
        String why = ", which its group or others may write. Whoever changes it chooses who is trusted; run chmod go-w"
                + " on it";
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactlyInAnyOrder(
                        "spring.ssl.bundle.jks.one.truststore.location is " + trust.toUri() + why,
                        "spring.ssl.bundle.pem.two.keystore.certificate is " + certificate + why);
    }
}
