package org.debitcredit.simulation;

import java.util.UUID;
import java.util.random.RandomGenerator;
import org.debitcredit.bank.BankScale;

/**
 * Conditions that stay the same through all runs of one seed's bank, and its clock. Everything is so small that epochs,
 * segments, snapshots and keys are reused within a few hundred transactions.
 */
final class Terms {

    static final BankScale SCALE = new BankScale(2, 2, 3);

    private static final int LARGE_ONE_IN = 200;

    private static final int SENT_BEFORE = 100;

    final SimulatedClock clock;
    final int lives;
    final int batchMax;
    final boolean isOverflowing;
    final boolean isHostile;
    /** Transactions sent before clients name some of theirs: none, some lives' worth, or all. */
    final int referencesFrom;

    /** Whether clients reverse some of their transactions. */
    final boolean isReversing;

    /** Whether every run archives what the journal does not need, without a limit. */
    final boolean keepsHistory;

    /** Whether few keys are remembered, and the journal is bounded by as few bytes as these and the files need. */
    final boolean isNarrow;

    /** Whether groups of the largest size are sent: their documents take much time and memory. */
    final boolean isLarge;

    private final RandomGenerator random;

    Terms(RandomGenerator random) {
        this.random = random;
        clock = new SimulatedClock(random);
        lives = 3 + random.nextInt(5);
        batchMax = 1 + random.nextInt(8);
        referencesFrom = batchMax == 3 ? 0 : batchMax == 7 ? SENT_BEFORE : Integer.MAX_VALUE;
        isReversing = batchMax == 3 || batchMax == 5;
        isOverflowing = random.nextInt(10) == 0;
        isHostile = random.nextInt(3) == 0;
        keepsHistory = random.nextInt(3) == 0;
        isNarrow = random.nextInt(4) == 0;
        isLarge = random.nextInt(LARGE_ONE_IN) == 0;
    }

    /** A random id. */
    UUID id() {
        return new UUID(random.nextLong(), random.nextLong());
    }
}
