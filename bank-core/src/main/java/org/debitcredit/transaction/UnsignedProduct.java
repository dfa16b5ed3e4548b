package org.debitcredit.transaction;

/** The product of two unsigned numbers of 64 bits, which has 128. */
public final class UnsignedProduct {

    private UnsignedProduct() {}

    /** Its upper 64 bits. The lower ones are those of {@code x * y}. */
    public static long upperHalf(long x, long y) {
        return Math.multiplyHigh(x, y) + (x >> 63 & y) + (y >> 63 & x);
    }

    /** Both halves, combined by exclusive or: a step of wyhash. */
    static long folded(long x, long y) {
        return x * y ^ upperHalf(x, y);
    }
}
