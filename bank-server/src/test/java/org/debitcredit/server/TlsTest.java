package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** Which TLS both transports speak, and what becomes of a handshake that does not come to its end. */
class TlsTest {

    private static final String PASSWORD = "for-this-test";
    /** Less than the transports' own limits. */
    private static final int READ_MILLIS_MAX = 8_000;

    @TempDir
    private static Path folder;

    private static TestServer server;
    private static SSLContext trusting;

    @BeforeAll
    static void start() throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve("tls.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "bank",
                        "-keyalg",
                        "RSA",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        assertThat(keytool.waitFor())
                .as(new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isZero();
        server = TestServer.open(
                folder.resolve("data"),
                "spring.ssl.bundle.jks.bank.keystore.location=" + store.toUri(),
                "spring.ssl.bundle.jks.bank.keystore.password=" + PASSWORD,
                "spring.ssl.bundle.jks.bank.keystore.type=PKCS12",
                "server.ssl.bundle=bank",
                "spring.grpc.server.ssl.bundle=bank",
                "bank.network.handshake-max=700ms",
                "bank.network.request-max=60s");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        trusting = SSLContext.getInstance("TLS");
        trusting.init(null, trust.getTrustManagers(), null);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static int port(boolean isGrpc) {
        return isGrpc ? server.context.getBean(GrpcServerLifecycle.class).getPort() : server.port();
    }

    private static String handshake(int port, String protocol, String... suites) throws IOException {
        try (SSLSocket socket = (SSLSocket) trusting.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.setSoTimeout(READ_MILLIS_MAX);
            socket.setEnabledProtocols(new String[] {protocol});
            if (suites.length > 0) {
                socket.setEnabledCipherSuites(suites);
            }
            socket.startHandshake();
            return socket.getSession().getCipherSuite();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void speaksTls13AndTls12WithForwardSecrecy(boolean isGrpc) throws IOException {
        assertThat(handshake(port(isGrpc), "TLSv1.3")).startsWith("TLS_AES_");
        assertThat(handshake(port(isGrpc), "TLSv1.2")).startsWith("TLS_ECDHE_");
    }

    @ParameterizedTest
    @CsvSource({
        "TLS_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_RSA_WITH_AES_256_CBC_SHA",
        "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
        "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384"
    })
    void refusesWhatLacksForwardSecrecyOrAuthenticatedEncryption(String suite) {
        for (boolean isGrpc : new boolean[] {false, true}) {
            assertThatThrownBy(() -> handshake(port(isGrpc), "TLSv1.2", suite))
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHandshakeThatIsNotFinishedIsEnded(boolean isGrpc) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port(isGrpc))) {
            socket.setSoTimeout(READ_MILLIS_MAX);
            // The first bytes of a record that announces a handshake of 512 bytes.
            socket.getOutputStream().write(new byte[] {0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00});
            assertThat(socket.getInputStream().readNBytes(1_000).length).isLessThan(1_000);
        }
    }

    /** The tool makes certificates of 90 days. */
    @Test
    void theEndOfItsCertificateIsShown() {
        assertThat(server.context
                        .getBean(MeterRegistry.class)
                        .get("bank.tls.certificate.left.seconds")
                        .tag("bundle", "bank")
                        .gauge()
                        .value())
                .isBetween((double) Duration.ofDays(89).toSeconds(), (double)
                        Duration.ofDays(91).toSeconds());
    }

    @Test
    void theHeadersOfACallAreChecked() throws IOException {
        SSLSocket socket = (SSLSocket) trusting.getSocketFactory().createSocket("127.0.0.1", port(true));
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        try (RawGrpc client = new RawGrpc(socket)) {
            byte[] headers =
                    RawGrpc.block(RawGrpc.fields("bank.v1.BankService/GetBank", Map.of("content-type", "a/b")));
            client.send(RawGrpc.frame(RawGrpc.HEADERS, RawGrpc.END_HEADERS, 1, headers));
            assertThat(client.end(1).reason()).isEqualTo("unsupported-media-type");
        }
    }

    @Test
    void aClientThatSaysNothingIsDisconnected() throws IOException {
        for (boolean isGrpc : new boolean[] {false, true}) {
            try (Socket socket = new Socket("127.0.0.1", port(isGrpc))) {
                socket.setSoTimeout(READ_MILLIS_MAX);
                assertThat(socket.getInputStream().readNBytes(1_000).length).isLessThan(1_000);
            }
        }
    }
}
