package org.debitcredit.server.command.client;

import java.security.SecureRandom;
import java.util.UUID;
import org.debitcredit.transaction.TransactionKey;

/** Makes keys for money transactions. */
public final class NewKey {

    private static final SecureRandom RANDOM = new SecureRandom();

    private NewKey() {}

    /** A UUIDv7 of the current time. */
    public static UUID now() {
        return TransactionKey.uuidV7(System.currentTimeMillis(), RANDOM.nextLong(), RANDOM.nextLong());
    }
}
