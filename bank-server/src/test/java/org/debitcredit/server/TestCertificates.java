package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * An authority and the certificates that it has issued, made by the JDK's keytool for one test.
 *
 * @param store PKCS12 with all the keys
 */
record TestCertificates(Path store) {

    static final String PASSWORD = "for-this-test";

    private static final String AUTHORITY = "authority";

    static TestCertificates authority(Path store, String name) {
        TestCertificates certificates = new TestCertificates(store);
        certificates.make(AUTHORITY, name, "-ext", "bc:critical=ca:true", "-validity", "30");
        return certificates;
    }

    /** Issues a certificate. */
    TestCertificates issue(String alias, String subject, String... options) {
        List<String> more = new ArrayList<>(List.of("-signer", AUTHORITY));
        more.addAll(List.of(options));
        make(alias, subject, more.toArray(String[]::new));
        return this;
    }

    private void make(String alias, String subject, String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                subject,
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        command.addAll(List.of(options));
        try {
            Process keytool =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(keytool.waitFor()).as(output).isZero();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Replaces a file by a trust store with this authority alone. */
    Path writeTrust(Path file) throws IOException, GeneralSecurityException {
        Path written = file.resolveSibling(file.getFileName() + ".new");
        try (OutputStream out = Files.newOutputStream(written)) {
            trust().store(out, PASSWORD.toCharArray());
        }
        return Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private KeyStore trust() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(AUTHORITY, load().getCertificate(AUTHORITY));
        return trusted;
    }

    private KeyStore load() throws IOException, GeneralSecurityException {
        KeyStore all = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            all.load(in, PASSWORD.toCharArray());
        }
        return all;
    }

    /** What a client of this authority's server trusts. */
    TrustManager[] trustManagers() {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trust());
            return factory.getTrustManagers();
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** A client's key and certificate, which it shows whatever authorities the server names; none for null. */
    KeyManager[] keyManagers(@Nullable String alias) {
        if (alias == null) {
            return new KeyManager[0];
        }
        try {
            KeyStore all = load();
            PrivateKey key = (PrivateKey) all.getKey(alias, PASSWORD.toCharArray());
            X509Certificate[] chain = Arrays.stream(all.getCertificateChain(alias))
                    .map(X509Certificate.class::cast)
                    .toArray(X509Certificate[]::new);
            return new KeyManager[] {new Shown(alias, key, chain)};
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** The TLS of a client that trusts the authority of a server, and has a certificate of this one. */
    SSLContext client(@Nullable String alias, TestCertificates server) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(alias), server.trustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static final class Shown extends X509ExtendedKeyManager {

        private final String alias;
        private final PrivateKey key;
        private final X509Certificate[] chain;

        private Shown(String alias, PrivateKey key, X509Certificate[] chain) {
            this.alias = alias;
            this.key = key;
            this.chain = chain;
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return alias;
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return alias;
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {alias};
        }

        @Override
        public X509Certificate[] getCertificateChain(String of) {
            return chain.clone();
        }

        @Override
        public PrivateKey getPrivateKey(String of) {
            return key;
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return null;
        }
    }
}
