package org.debitcredit.ledger.memory;

import java.math.BigInteger;

/**
 * Balances in minor units by dense index, in segments of equal length, because there may be more than one Java array
 * can hold.
 */
final class BalanceArray {

    /**
     * 1 GiB each, so that little is wasted by a garbage collector that rounds large arrays up to whole regions (32
     * MiB).
     */
    static final int SEGMENT_BITS = 27;

    private final long[][] segments;
    private final int segmentBits;
    private final int mask;

    /**
     * @param size number of balances, all 0
     * @param segmentBits logarithm of a segment's length, at most 30
     */
    BalanceArray(long size, int segmentBits) {
        this.segmentBits = segmentBits;
        this.mask = (1 << segmentBits) - 1;
        this.segments = new long[Math.toIntExact((size + mask) >>> segmentBits)][];
        for (int segment = 0; segment < segments.length; segment++) {
            long before = (long) segment << segmentBits;
            segments[segment] = new long[(int) Math.min(size - before, 1L << segmentBits)];
        }
    }

    long get(long index) {
        return segments[(int) (index >>> segmentBits)][(int) index & mask];
    }

    void set(long index, long balance) {
        segments[(int) (index >>> segmentBits)][(int) index & mask] = balance;
    }

    /**
     * Copies balances out. A balance that another thread writes meanwhile may be the old one, the new one, or half of
     * each, because a plain write of a long need not be atomic (JLS 17.7). In that case it was written after the copy's
     * start log position, and redo from there corrects it.
     */
    void copyTo(long from, int count, long[] balances) {
        int done = 0;
        while (done < count) {
            long index = from + done;
            int run = run(index, count - done);
            System.arraycopy(segment(index), (int) index & mask, balances, done, run);
            done += run;
        }
    }

    void copyFrom(long from, int count, long[] balances) {
        int done = 0;
        while (done < count) {
            long index = from + done;
            int run = run(index, count - done);
            System.arraycopy(balances, done, segment(index), (int) index & mask, run);
            done += run;
        }
    }

    /** The exact sum of some balances. */
    BigInteger sum(long from, long count) {
        BigInteger sum = BigInteger.ZERO;
        long done = 0;
        while (done < count) {
            long index = from + done;
            int run = run(index, count - done);
            sum = sum.add(sum(segment(index), (int) index & mask, run));
            done += run;
        }
        return sum;
    }

    /** Adds upper and lower halves separately. Neither sum exceeds 64 bits with fewer than 2^31 balances. */
    private static BigInteger sum(long[] balances, int from, int count) {
        long upper = 0;
        long lower = 0;
        for (int i = from; i < from + count; i++) {
            upper += balances[i] >> 32;
            lower += balances[i] & 0xFFFF_FFFFL;
        }
        return BigInteger.valueOf(upper).shiftLeft(32).add(BigInteger.valueOf(lower));
    }

    private long[] segment(long index) {
        return segments[(int) (index >>> segmentBits)];
    }

    /** The number of the given balances, from an index on, that are in its segment. */
    private int run(long index, long count) {
        return (int) Math.min(count, (1L << segmentBits) - (index & mask));
    }
}
