package org.debitcredit.probe;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A disk by its data sheet, and what it can do at most if each transaction costs one access: the computed row of the
 * article "Transaction performance".
 *
 * @param seekMillis average seek time
 * @param rpm rotations per minute; 0 for a medium that does not rotate
 * @param megabytesPerSecond media transfer rate, 10^6 bytes
 */
public record Disk(double seekMillis, double rpm, double megabytesPerSecond) {

    /** What the article transfers at each access: one InnoDB block of 16 kB. */
    static final int BLOCK_BYTES = 16 * 1024;

    /** The article's: Hitachi HDS722580VLAT20, from its data sheet. */
    public static final Disk ARTICLE = new Disk(8.8, 7_200, 96.4);

    private static final double MILLIS_PER_MINUTE = 60_000;
    private static final double MILLIS_PER_SECOND = 1_000;
    private static final MathContext ARTICLE_DIGITS = new MathContext(3);

    public Disk {
        requireFrom("seek-ms", seekMillis, 0, seekMillis >= 0);
        requireFrom("rpm", rpm, 0, rpm >= 0);
        if (!(megabytesPerSecond > 0) || Double.isInfinite(megabytesPerSecond)) {
            throw new IllegalArgumentException("mb-per-s is " + megabytesPerSecond + "; it must be more than 0");
        }
    }

    private static void requireFrom(String name, double value, int least, boolean holds) {
        if (!holds || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be at least " + least);
        }
    }

    /** The time of half a rotation. */
    public double latencyMillis() {
        return rpm == 0 ? 0 : MILLIS_PER_MINUTE / rpm / 2;
    }

    public double transferMillis() {
        return BLOCK_BYTES / (megabytesPerSecond * 1e6) * MILLIS_PER_SECOND;
    }

    /** Average access time: seek, half a turn, transfer; to three digits, as the article gives it. */
    public double accessMillis() {
        return new BigDecimal(seekMillis + latencyMillis() + transferMillis())
                .round(ARTICLE_DIGITS)
                .doubleValue();
    }

    /** Transactions a second at one access each, from {@link #accessMillis()} as the article computes it. */
    public double transactionsPerSecond() {
        return MILLIS_PER_SECOND / accessMillis();
    }
}
