package org.debitcredit.server.security;

import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * The certificate that a client showed in its TLS handshake, which has checked the chain up to a trusted authority.
 *
 * @param subject its distinguished name
 * @param notAfterMillis when it expires, milliseconds since 1970; a connection may last longer
 */
public record ClientCertificate(X500Principal subject, long notAfterMillis) {

    /** A certificate that no client has, because no subject in the configuration is empty. */
    public static final ClientCertificate NOBODY = new ClientCertificate(new X500Principal(""), Long.MAX_VALUE);

    /** The certificate of a session; null if the client showed none. */
    public static @Nullable ClientCertificate of(SSLSession session) {
        try {
            Certificate[] chain = session.getPeerCertificates();
            return chain[0] instanceof X509Certificate own
                    ? new ClientCertificate(
                            own.getSubjectX500Principal(), own.getNotAfter().getTime())
                    : null;
        } catch (SSLPeerUnverifiedException none) {
            return null;
        }
    }
}
