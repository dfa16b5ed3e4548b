package org.debitcredit.server.security;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/** The result of an access check. */
public sealed interface Access {

    /** There is no token, or it is not valid. */
    Access UNAUTHENTICATED = new Unauthenticated("send 'Authorization: Bearer' with a valid token");

    /** Certificates are required, and the connection has none. */
    Access CERTIFICATE_MISSING = new Unauthenticated("the connection has no client certificate, which is required");

    /** A certificate that has expired since the connection was made. */
    Access CERTIFICATE_EXPIRED = new Unauthenticated("the client certificate has expired");

    /** A certificate of a trusted authority whose subject is no client. */
    Access CERTIFICATE_UNKNOWN = new Unauthenticated("the subject of the client certificate is not known");

    /** A certificate and a token that are not of one client. */
    Access CREDENTIALS_DIFFER = new Unauthenticated("the certificate and the token belong to different clients");

    /**
     * Access is granted.
     *
     * @param client scope of the client's keys; 0 where the server is not secured
     * @param seen names of the clients whose keys it may look up besides its own, by their scopes
     * @param scope tellers at which it may move money; null for every teller
     * @param use what it uses at this moment; null if it has no limits
     */
    record Granted(
            long client,
            Map<Long, String> seen,
            @Nullable Scope scope,
            @Nullable ClientUse use) implements Access {

        /** Whether it may move money at a teller, and see the teller's balance. */
        public boolean usesTeller(long teller) {
            return scope == null || scope.containsTeller(teller);
        }

        /** Whether it may see the balance of a branch. */
        public boolean usesBranch(long branch) {
            return scope == null || scope.containsBranch(branch);
        }

        /** The first row at a teller that it may not use; -1 if there is none. */
        public int firstOutside(RequestColumns requests) {
            return scope == null ? -1 : scope.firstOutside(requests);
        }

        /** Whether it may see a key in a statement: clients see their own keys, and the staff sees all. */
        public boolean sees(TransactionKey key) {
            return key.client() == client || !seen.isEmpty();
        }

        /** The same key in the scope of each client whose keys it may look up, its own first. */
        public List<TransactionKey> lookUps(TransactionKey own) {
            return Stream.concat(Stream.of(client), seen.keySet().stream())
                    .distinct()
                    .map(scope -> new TransactionKey(scope, own.high(), own.low()))
                    .toList();
        }
    }

    /**
     * The caller is not authenticated.
     *
     * @param detail what is missing or wrong
     */
    record Unauthenticated(String detail) implements Access {}

    /**
     * A client without the role that is needed.
     *
     * @param client scope of the client's keys
     */
    record Forbidden(long client) implements Access {

        /** What is missing. */
        public static final String DETAIL = "the client does not have the role that this request needs";
    }

    /** The scope of the client's keys; 0 if it is not known. */
    default long caller() {
        if (this instanceof Granted granted) {
            return granted.client();
        }
        return this instanceof Forbidden forbidden ? forbidden.client() : 0;
    }
}
