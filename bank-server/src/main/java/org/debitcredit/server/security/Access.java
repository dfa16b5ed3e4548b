package org.debitcredit.server.security;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.debitcredit.transaction.TransactionKey;

/** The result of an access check. */
public sealed interface Access {

    /** No token, or not a valid one. */
    Access UNAUTHENTICATED = new Unauthenticated();

    /** A valid token without the role. */
    Access FORBIDDEN = new Forbidden();

    /**
     * Access is granted.
     *
     * @param client scope of the client's keys; 0 where the server is not secured
     * @param seen names of the clients whose keys it may look up besides its own, by their scopes
     */
    record Granted(long client, Map<Long, String> seen) implements Access {

        /** Whether it may see a key in a statement: its own, and as staff all. */
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

    /** See {@link #UNAUTHENTICATED}. */
    record Unauthenticated() implements Access {}

    /** See {@link #FORBIDDEN}. */
    record Forbidden() implements Access {}
}
