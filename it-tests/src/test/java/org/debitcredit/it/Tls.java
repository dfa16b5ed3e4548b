package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate for localhost, made by the JDK's keytool for one test, and clients that trust it alone.
 *
 * @param keystore PKCS12 with the key and its certificate
 */
record Tls(Path keystore) {

    static final String PASSWORD = "made-for-one-test";

    static Tls make(Path folder) {
        Path keystore = folder.resolve("bank.p12");
        Path keytool = Artifacts.java().resolveSibling("keytool");
        CommandRun run = CommandRun.of(
                keytool.toString(),
                "-genkeypair",
                "-alias",
                "bank",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost,ip:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                keystore.toString(),
                "-storepass",
                PASSWORD);
        assertThat(run.exitCode()).as(run.toString()).isZero();
        return new Tls(keystore);
    }

    HttpClient httpClient() throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust().getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    ChannelCredentials channelCredentials() throws IOException, GeneralSecurityException {
        return TlsChannelCredentials.newBuilder()
                .trustManager(trust().getTrustManagers())
                .build();
    }

    private TrustManagerFactory trust() throws IOException, GeneralSecurityException {
        KeyStore made = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keystore)) {
            made.load(in, PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("bank", made.getCertificate("bank"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        return factory;
    }

    /** A server that speaks TLS with it on both ports. */
    ServerCommand on(ServerCommand server) {
        return server.property("spring.ssl.bundle.jks.bank.keystore.location", keystore.toUri())
                .property("spring.ssl.bundle.jks.bank.keystore.password", PASSWORD)
                .property("spring.ssl.bundle.jks.bank.keystore.type", "PKCS12")
                .property("server.ssl.bundle", "bank")
                .property("spring.grpc.server.ssl.bundle", "bank");
    }
}
