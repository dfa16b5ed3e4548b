package org.debitcredit.server.security;

import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The clients that authenticate with a certificate, {@code bank.security.certificates.*}.
 *
 * @param required whether every request needs a certificate, even one with a token
 * @param clients the subjects of the certificates; none if certificates do not authenticate anyone
 */
public record CertificateProperties(
        @DefaultValue("false") boolean required,
        @DefaultValue List<Subject> clients) {

    /**
     * A certificate's subject, which stands for a client.
     *
     * @param subject distinguished name (RFC 2253), such as {@code CN=atm-7,O=Bank}
     * @param client name of the client in {@code bank.security.tokens}
     */
    public record Subject(String subject, String client) {

        @SuppressWarnings("NullAway") // a property that is missing arrives as null
        public Subject {
            if (subject == null || subject.isBlank() || client == null || client.isBlank()) {
                throw new IllegalArgumentException(
                        "an entry of bank.security.certificates.clients lacks its subject or its client");
            }
            parse(subject);
        }

        X500Principal principal() {
            return parse(subject);
        }

        private static X500Principal parse(String subject) {
            try {
                return new X500Principal(subject);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("bank.security.certificates.clients: the subject '" + subject
                        + "' is not a distinguished name such as CN=atm-7,O=Bank");
            }
        }
    }

    public CertificateProperties {
        if (required && clients.isEmpty()) {
            throw new IllegalArgumentException("bank.security.certificates.required is true, and"
                    + " bank.security.certificates.clients is empty, so every request would be refused");
        }
        if (clients.stream().map(Subject::principal).distinct().count() < clients.size()) {
            throw new IllegalArgumentException(
                    "bank.security.certificates.clients contains a subject twice; it must stand for one client");
        }
    }

    /** Whether certificates authenticate clients. */
    public boolean used() {
        return !clients.isEmpty();
    }
}
