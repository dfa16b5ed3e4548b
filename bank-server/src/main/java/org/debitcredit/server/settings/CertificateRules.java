package org.debitcredit.server.settings;

import org.debitcredit.server.security.SecurityProperties;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.grpc.server.autoconfigure.GrpcServerProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.Ssl;

/**
 * Rules for transports whose clients may authenticate with a certificate: the configuration must name the authorities.
 * Otherwise the JDK's own would be trusted, and any of them can issue a certificate with any subject.
 */
public final class CertificateRules {

    private CertificateRules() {}

    /** Whether gRPC is encrypted. */
    public static boolean hasTls(GrpcServerProperties grpc) {
        GrpcServerProperties.Ssl ssl = grpc.getSsl();
        return ssl.getBundle() != null && !Boolean.FALSE.equals(ssl.getEnabled());
    }

    /**
     * Checks the authorities of gRPC.
     *
     * @throws ListenRefused when clients have certificates, and the configuration names no authority for them
     */
    public static void check(SecurityProperties security, GrpcServerProperties grpc, SslBundles bundles) {
        if (!hasTls(grpc)) {
            return;
        }
        check(security, "spring.grpc.server.ssl", hasTrust(grpc.getSsl().getBundle(), bundles));
        if (security.certificates().used() && !grpc.getSsl().isSecure()) {
            throw new ListenRefused("spring.grpc.server.ssl.secure is false, so that a certificate of any authority"
                    + " would be taken, and bank.security.certificates.clients is not empty. Leave it out");
        }
    }

    /** Checks the authorities of HTTP, likewise. */
    static void check(SecurityProperties security, @Nullable Ssl ssl, SslBundles bundles) {
        if (ssl == null || !Ssl.isEnabled(ssl)) {
            return;
        }
        boolean hasTrust = ssl.getBundle() == null
                ? ssl.getTrustStore() != null || ssl.getTrustCertificate() != null
                : hasTrust(ssl.getBundle(), bundles);
        check(security, "server.ssl", hasTrust);
        ssl.getServerNameBundles()
                .forEach(named -> check(
                        security,
                        "server.ssl, server name " + named.serverName() + ",",
                        hasTrust(named.bundle(), bundles)));
    }

    /** Checks that a certificate could be shown at all. */
    static void checkTls(SecurityProperties security, boolean anyTls) {
        if (security.certificates().used() && !anyTls) {
            throw new ListenRefused("bank.security.certificates.clients is not empty, and neither server.ssl.bundle nor"
                    + " spring.grpc.server.ssl.bundle is given. Certificates need TLS");
        }
    }

    private static void check(SecurityProperties security, String transport, boolean hasTrust) {
        if (security.certificates().used() && !hasTrust) {
            throw new ListenRefused("bank.security.certificates.clients is not empty, and the bundle of " + transport
                    + " has no truststore, so that any authority in the JVM's default truststore could certify a client of the"
                    + " bank. Give the bundle a truststore with the authority that issues the clients' certificates");
        }
    }

    private static boolean hasTrust(@Nullable String bundle, SslBundles bundles) {
        return bundle != null && bundles.getBundle(bundle).getStores().getTrustStore() != null;
    }
}
