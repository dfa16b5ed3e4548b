package org.debitcredit.measure.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A random choice of at most {@value #MOST} of the values that it is offered, each value with the same chance
 * (reservoir sampling, Vitter's algorithm R, 1985). A test of many more values would reject a law for a difference that
 * means nothing. Any thread may offer.
 *
 * <p>A think time is offered when it is drawn. If it were offered when it has passed, the long ones at the end would be
 * missing.
 */
public final class RandomDraws {

    /** The most values that are kept. */
    public static final int MOST = 10_000;

    private final SplittableRandom random;
    private final long[] kept = new long[MOST];
    private long offered;

    public RandomDraws(SplittableRandom random) {
        this.random = random;
    }

    /** Offers a value. */
    public synchronized void offer(long value) {
        long place = offered < MOST ? offered : random.nextLong(offered + 1);
        if (place < MOST) {
            kept[(int) place] = value;
        }
        offered++;
    }

    /** The values that are kept now. */
    public synchronized long[] values() {
        return Arrays.copyOf(kept, (int) Math.min(offered, MOST));
    }
}
