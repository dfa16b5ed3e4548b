package org.debitcredit.simulation;

import java.util.random.RandomGenerator;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.TransactionKey;

/**
 * Generates keys that no well-behaved client makes: of the far past or future, without a time, crowded together, or at
 * a limit.
 */
final class HostileKeys {

    private static final int DAY_MILLIS = 86_400_000;

    private final RandomGenerator random;
    private final SimulatedClock clock;
    /** Many keys of one block, which do not count up. */
    private final long crowdHigh;

    private final long crowdLow;

    HostileKeys(RandomGenerator random, SimulatedClock clock) {
        this.random = random;
        this.clock = clock;
        crowdHigh = TransactionKey.highV7(clock.trueMillis() + 60_000, random.nextLong());
        crowdLow = TransactionKey.lowV7(random.nextLong()) & -RunLengthKeys.BLOCK_KEYS;
    }

    /**
     * One of them.
     *
     * @param aheadMillisMax how far a key's time may be ahead of the bank's
     */
    TransactionKey key(long aheadMillisMax) {
        long client = random.nextInt(40) == 0 ? 1_000 + random.nextInt(3_000) : random.nextInt(3);
        long now = clock.trueMillis();
        return switch (random.nextInt(8)) {
            case 0 -> withoutTime(client, now);
            case 1 -> timed(client, random.nextBoolean() ? 0 : now - random.nextInt(3 * DAY_MILLIS));
            case 2 -> timed(client, now + random.nextInt(3 * DAY_MILLIS));
            case 3 -> timed(client, now + aheadMillisMax + random.nextInt(5) - 2);
            case 4 -> timed(client, now + random.nextLong(aheadMillisMax + 1));
            case 5 -> timed(client, (1L << 48) - 1 - random.nextInt(3));
            case 6 -> new TransactionKey(client, crowdHigh, crowdLow + random.nextInt(RunLengthKeys.BLOCK_KEYS));
            default -> timed(client, now);
        };
    }

    private TransactionKey timed(long client, long millis) {
        return TransactionKey.of(client, TransactionKey.uuidV7(millis, random.nextLong(), random.nextLong()));
    }

    /** A key of another version or variant than a UUIDv7, which differs from one in one bit or in many. */
    private TransactionKey withoutTime(long client, long millis) {
        TransactionKey timed = timed(client, millis);
        return switch (random.nextInt(3)) {
            case 0 -> new TransactionKey(client, timed.high() ^ 1L << 12 + random.nextInt(4), timed.low());
            case 1 -> new TransactionKey(client, timed.high(), timed.low() ^ 1L << 62 + random.nextInt(2));
            default -> new TransactionKey(client, random.nextLong() & ~0xF000L | 0x4000, random.nextLong());
        };
    }
}
