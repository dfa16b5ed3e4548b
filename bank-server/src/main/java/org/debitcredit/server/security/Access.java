package org.debitcredit.server.security;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/** The result of an access check. */
public sealed interface Access {

    /** There is no bearer token, or there are several. */
    Unauthenticated NO_TOKEN = Unauthenticated.ofToken("no-token");

    /** A token of no client, which is not an issuer's token either. */
    Unauthenticated UNKNOWN_TOKEN = Unauthenticated.ofToken("unknown-token");

    /** A token that the issuer signed and that has expired. */
    Unauthenticated EXPIRED_TOKEN = Unauthenticated.ofToken("expired-token");

    /** A signed token whose signature is not that of a key of the issuer. */
    Unauthenticated WRONG_SIGNATURE = Unauthenticated.ofToken("wrong-signature");

    /** A token that the issuer signed, but for another service, for later, or for no client of the bank. */
    Unauthenticated WRONG_CLAIMS = Unauthenticated.ofToken("wrong-claims");

    /** A token that is not verified, because its host has sent too many that failed. */
    Unauthenticated NOT_VERIFIED = new Unauthenticated(
            "not-verified",
            "this address has sent too many tokens that are not valid; send a new token again after a minute");

    /** Certificates are required, and the connection has none. */
    Unauthenticated CERTIFICATE_MISSING =
            new Unauthenticated("no-certificate", "the connection has no client certificate, which is required");

    /** A certificate that has expired since the connection was made. */
    Unauthenticated CERTIFICATE_EXPIRED =
            new Unauthenticated("expired-certificate", "the client certificate has expired");

    /** A certificate of a trusted authority whose subject is no client. */
    Unauthenticated CERTIFICATE_UNKNOWN =
            new Unauthenticated("unknown-certificate", "the subject of the client certificate is not known");

    /** A certificate and a token that are not of one client. */
    Unauthenticated CREDENTIALS_DIFFER =
            new Unauthenticated("different-clients", "the certificate and the token belong to different clients");

    /**
     * Access is granted.
     *
     * @param client scope of the client's keys; 0 where the server is not secured
     * @param isFollower whether it has the role follower
     * @param seen names of the clients whose keys it may look up besides its own, by their scopes
     * @param scope tellers at which it may move money; null for every teller
     * @param use what it uses at this moment; null if it has no limits
     */
    record Granted(
            long client,
            boolean isFollower,
            Map<Long, String> seen,
            @Nullable Scope scope,
            @Nullable ClientUse use) implements Access {

        /** Whether it may move money at a teller, and see the teller's balance. */
        public boolean usesTeller(long teller) {
            return scope == null || scope.containsTeller(teller);
        }

        /** Whether it may move money at this teller and at no other one. */
        public boolean usesOnly(long teller) {
            return scope != null && scope.isOnly(teller);
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
     * @param reason what is missing or wrong, for the bank's own records
     * @param detail what the caller is told; the same for all tokens, so that nobody learns what is wrong with a token
     */
    record Unauthenticated(String reason, String detail) implements Access {

        private static Unauthenticated ofToken(String reason) {
            return new Unauthenticated(reason, "send 'Authorization: Bearer' with a valid token");
        }
    }

    /**
     * A client without the role that is needed.
     *
     * @param client scope of the client's keys
     */
    record Forbidden(long client) implements Access {

        /** What is missing. */
        public static final String DETAIL = "the client does not have the role that this request needs";
    }

    /** Why access is not granted, for the bank's own records; {@code granted} if it is. */
    default String refusal() {
        if (this instanceof Unauthenticated unauthenticated) {
            return unauthenticated.reason();
        }
        return this instanceof Forbidden ? "forbidden" : "granted";
    }

    /** Whether a call with a token counts as a guess. It does not if nobody has looked whether its token is valid. */
    default boolean hasFailed() {
        return this instanceof Unauthenticated && this != NOT_VERIFIED;
    }

    /** The scope of the client's keys; 0 if it is not known. */
    default long caller() {
        if (this instanceof Granted granted) {
            return granted.client();
        }
        return this instanceof Forbidden forbidden ? forbidden.client() : 0;
    }
}
