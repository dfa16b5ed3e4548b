package org.debitcredit.transaction;

import java.util.UUID;

/**
 * The client-made key of a money transaction: 128 bits, scoped by client. The same key with the same content is
 * answered from memory, never executed again.
 *
 * @param client the scope: a number made from the authenticated client's name, 0 where there is no security
 * @param high upper 64 bits of the UUID
 * @param low lower 64 bits of the UUID
 */
public record TransactionKey(long client, long high, long low) {

    /** What {@link #timeMillis} answers for a key that carries no time. */
    public static final long NO_TIME = 0;

    private static final long VARIANT_BITS = 0xC000_0000_0000_0000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    public static TransactionKey of(long client, UUID uuid) {
        return new TransactionKey(client, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    /** Milliseconds since 1970 in the upper 48 bits of a UUIDv7 (RFC 9562 section 5.7); {@link #NO_TIME} for others. */
    public static long timeMillis(long high) {
        return ((high >>> 12) & 0xF) == 7 ? high >>> 16 : NO_TIME;
    }

    /** A UUIDv7 of a time and 74 random bits taken from two longs. */
    public static UUID uuidV7(long timeMillis, long randomA, long randomB) {
        return new UUID(highV7(timeMillis, randomA), lowV7(randomB));
    }

    /** Upper half of a UUIDv7 of a time and 12 random bits. */
    public static long highV7(long timeMillis, long random) {
        return (timeMillis << 16) | 0x7000 | (random & 0xFFF);
    }

    /** Lower half of a UUIDv7 of 62 random bits. */
    public static long lowV7(long random) {
        return VARIANT | (random & ~VARIANT_BITS);
    }
}
