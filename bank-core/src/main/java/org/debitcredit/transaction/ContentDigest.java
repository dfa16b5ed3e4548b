package org.debitcredit.transaction;

import java.security.SecureRandom;

/**
 * 64 bits of the content of a request, everything but its key. They distinguish a repeat from a conflict, and the
 * original that a reversal names from any other transaction. Clients choose the content, so the hash has secret seeds:
 * without them, a client could compute another content with the same digest and take back what was never posted.
 *
 * <p>It consists of steps of {@code wyhash64} from Wang Yi's wyhash (final version 4, <a
 * href="https://github.com/wangyi-fudan/wyhash">github.com/wangyi-fudan/wyhash</a>) with seeds for its constants. The
 * seeds are drawn once for each process. Digests are never stored and are only compared with each other, so nothing
 * that the bank does depends on the seeds.
 */
public final class ContentDigest {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long TELLER = RANDOM.nextLong();
    private static final long ACCOUNT = RANDOM.nextLong();
    private static final long TARGET = RANDOM.nextLong();
    private static final long AMOUNT = RANDOM.nextLong();
    private static final long TYPE = RANDOM.nextLong();
    private static final long REST = RANDOM.nextLong();
    private static final long CONTENT = RANDOM.nextLong();
    private static final long REFERENCE = RANDOM.nextLong();

    /** The multiplier of {@link #ofBytes}, which must be odd. */
    private static final long BYTE = RANDOM.nextLong() | 1;

    private ContentDigest() {}

    /** The digest of a request without a reference. */
    public static long of(byte type, long teller, long account, long target, long amountMinor) {
        long ids = UnsignedProduct.folded(teller ^ TELLER, account ^ ACCOUNT);
        long rest = UnsignedProduct.folded(target ^ TARGET, amountMinor ^ AMOUNT);
        return UnsignedProduct.folded(ids ^ type * TYPE, rest ^ REST);
    }

    /** The digest of a request with a reference, from the one of the rest. */
    public static long of(long content, Reference reference) {
        return UnsignedProduct.folded(content ^ CONTENT, reference.digest() ^ REFERENCE);
    }

    static long ofBytes(byte[] bytes) {
        long mixed = bytes.length;
        for (byte each : bytes) {
            mixed = mixed * BYTE + (each & 0xFF) + 1;
            mixed ^= mixed >>> 29;
        }
        return mixed;
    }
}
