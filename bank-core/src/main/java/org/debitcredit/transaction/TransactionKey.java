package org.debitcredit.transaction;

import java.util.UUID;

/**
 * The client-made key of a money transaction: a UUIDv7, scoped by client. The same key with the same content is
 * answered from memory, never executed again. Revision 19a8f2d took any 128 bits, so older journals contain keys
 * without a time.
 *
 * @param client the scope: a number made from the authenticated client's name, 0 where there is no security
 * @param high upper 64 bits of the UUID
 * @param low lower 64 bits of the UUID
 */
public record TransactionKey(long client, long high, long low) {

    /** What {@link #timeMillis} returns for a key that carries no time; before every time. */
    public static final long NO_TIME = -1;

    private static final int VERSION = 7;
    private static final long VARIANT_BITS = 0xC000_0000_0000_0000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    public static TransactionKey of(long client, UUID uuid) {
        return new TransactionKey(client, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    /** Whether a key of these halves is a UUIDv7: version 7 and the variant of RFC 9562. */
    public static boolean hasTime(long high, long low) {
        return isVersion7(high) && (low & VARIANT_BITS) == VARIANT;
    }

    /** Milliseconds since 1970 in the upper 48 bits of a UUIDv7 (RFC 9562 section 5.7); {@link #NO_TIME} for others. */
    public static long timeMillis(long high) {
        return isVersion7(high) ? high >>> 16 : NO_TIME;
    }

    /**
     * Whether a key's time is too far ahead of the bank's.
     *
     * @param high of the key
     * @param aheadMillisMax how far ahead it may be
     */
    public static boolean isAhead(long high, long nowMillis, long aheadMillisMax) {
        return timeMillis(high) > nowMillis + aheadMillisMax;
    }

    private static boolean isVersion7(long high) {
        return ((high >>> 12) & 0xF) == VERSION;
    }

    /** Whether it is a UUIDv7. A transaction with any other key is not executed. */
    public boolean hasTime() {
        return hasTime(high, low);
    }

    /** The key as its client writes it. */
    public UUID uuid() {
        return new UUID(high, low);
    }

    /** A UUIDv7 of a time and 74 random bits taken from two longs. */
    public static UUID uuidV7(long timeMillis, long randomA, long randomB) {
        return new UUID(highV7(timeMillis, randomA), lowV7(randomB));
    }

    /** Upper half of a UUIDv7 of a time and 12 random bits. */
    public static long highV7(long timeMillis, long random) {
        return (timeMillis << 16) | (VERSION << 12) | (random & 0xFFF);
    }

    /** Lower half of a UUIDv7 of 62 random bits. */
    public static long lowV7(long random) {
        return VARIANT | (random & ~VARIANT_BITS);
    }
}
