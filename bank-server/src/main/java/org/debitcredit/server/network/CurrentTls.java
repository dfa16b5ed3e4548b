package org.debitcredit.server.network;

import java.net.Socket;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyManagerFactorySpi;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.TrustManagerFactorySpi;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslManagerBundle;

/**
 * A bundle whose managers are always those of its latest update. gRPC reads the managers once, when it starts, and
 * would serve the certificate of that time until the next start. The managers of this bundle ask those of the latest
 * update at each handshake. For use by all threads.
 */
final class CurrentTls {

    private static final Logger LOG = LoggerFactory.getLogger(CurrentTls.class);

    private final String name;
    private final SslBundle first;
    private final SslBundle bundle;
    private volatile @Nullable Managers latest;

    /**
     * What a bundle holds.
     *
     * @param isUpdate whether other managers were in use before
     */
    private record Managers(X509ExtendedKeyManager keys, X509ExtendedTrustManager trust, boolean isUpdate) {

        private static Managers of(SslBundle bundle, boolean isUpdate) {
            return new Managers(
                    only(X509ExtendedKeyManager.class, bundle.getManagers().getKeyManagers()),
                    only(X509ExtendedTrustManager.class, bundle.getManagers().getTrustManagers()),
                    isUpdate);
        }

        private static <T> T only(Class<T> type, Object[] managers) {
            return Arrays.stream(managers)
                    .filter(type::isInstance)
                    .map(type::cast)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("the bundle has no " + type.getSimpleName()));
        }
    }

    /** @param name of the bundle */
    CurrentTls(String name, SslBundle first) {
        this.name = name;
        this.first = first;
        this.bundle = SslBundle.of(
                first.getStores(), first.getKey(), first.getOptions(), first.getProtocol(), new CurrentManagers());
    }

    /** The bundle to use in place of the first one. */
    SslBundle bundle() {
        return bundle;
    }

    /** Takes an update of the bundle. One that cannot be used is logged, and leaves the managers as they are. */
    void update(SslBundle updated) {
        if (updated == bundle) {
            return;
        }
        try {
            use(Managers.of(updated, true));
        } catch (RuntimeException e) {
            LOG.error("the new files of the SSL bundle {} cannot be used; gRPC goes on with the earlier ones", name, e);
        }
    }

    /**
     * Whether the certificate of a client is trusted by the latest managers. A client may resume a session of an
     * earlier handshake, in which its certificate was checked by earlier ones. When a session was made is not asked,
     * because the clock may have been set back since.
     */
    boolean isTrusted(SSLSession session) {
        Managers now = managers();
        if (!now.isUpdate) {
            return true;
        }
        try {
            X509Certificate[] chain = Arrays.stream(session.getPeerCertificates())
                    .map(X509Certificate.class::cast)
                    .toArray(X509Certificate[]::new);
            now.trust.checkClientTrusted(chain, chain[0].getPublicKey().getAlgorithm());
            return true;
        } catch (CertificateException | SSLPeerUnverifiedException e) {
            return false;
        }
    }

    private synchronized void use(Managers updated) {
        latest = updated;
    }

    private Managers managers() {
        Managers known = latest;
        return known == null ? beginning() : known;
    }

    /** The first managers, unless there was an update meanwhile. */
    private synchronized Managers beginning() {
        Managers known = latest;
        if (known == null) {
            known = Managers.of(first, false);
            latest = known;
        }
        return known;
    }

    private final class CurrentManagers implements SslManagerBundle {

        @Override
        public KeyManagerFactory getKeyManagerFactory() {
            // What is wrong with the files is found here.
            managers();
            KeyManagerFactory like = first.getManagers().getKeyManagerFactory();
            return new KeyManagerFactory(new KeysSpi(), like.getProvider(), like.getAlgorithm()) {};
        }

        @Override
        public TrustManagerFactory getTrustManagerFactory() {
            managers();
            TrustManagerFactory like = first.getManagers().getTrustManagerFactory();
            return new TrustManagerFactory(new TrustSpi(), like.getProvider(), like.getAlgorithm()) {};
        }
    }

    private final class KeysSpi extends KeyManagerFactorySpi {

        @Override
        protected void engineInit(KeyStore keys, char[] password) {}

        @Override
        protected void engineInit(ManagerFactoryParameters parameters) {}

        @Override
        protected KeyManager[] engineGetKeyManagers() {
            return new KeyManager[] {new CurrentKeys()};
        }
    }

    private final class TrustSpi extends TrustManagerFactorySpi {

        @Override
        protected void engineInit(KeyStore trusted) {}

        @Override
        protected void engineInit(ManagerFactoryParameters parameters) {}

        @Override
        protected TrustManager[] engineGetTrustManagers() {
            return new TrustManager[] {new CurrentTrust()};
        }
    }

    private final class CurrentKeys extends X509ExtendedKeyManager {

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return managers().keys.getClientAliases(type, issuers);
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return managers().keys.chooseClientAlias(types, issuers, socket);
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return managers().keys.chooseEngineClientAlias(types, issuers, engine);
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return managers().keys.getServerAliases(type, issuers);
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return managers().keys.chooseServerAlias(type, issuers, socket);
        }

        @Override
        public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
            return managers().keys.chooseEngineServerAlias(type, issuers, engine);
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return managers().keys.getCertificateChain(alias);
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return managers().keys.getPrivateKey(alias);
        }
    }

    private final class CurrentTrust extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            managers().trust.checkClientTrusted(chain, type);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            managers().trust.checkClientTrusted(chain, type, socket);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            managers().trust.checkClientTrusted(chain, type, engine);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            managers().trust.checkServerTrusted(chain, type);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            managers().trust.checkServerTrusted(chain, type, socket);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            managers().trust.checkServerTrusted(chain, type, engine);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return managers().trust.getAcceptedIssuers();
        }
    }
}
