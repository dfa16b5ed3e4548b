package org.debitcredit.streams;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.debitcredit.transaction.KeyRuns;
import org.debitcredit.transaction.TransactionKey;

/** New keys of a stream: UUIDv7 of now. A batch's key leaves room to count up. */
final class BatchKeys {

    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final SplittableRandom random;
    private final LongSupplier millis;
    private long high;
    private long low;

    BatchKeys(SplittableRandom random, LongSupplier millis) {
        this.random = random;
        this.millis = millis;
    }

    /** Draws the next key, of which the lowest bits are 0. */
    void next() {
        high = (millis.getAsLong() << 16) | 0x7000 | random.nextInt(0x1000);
        low = VARIANT | (random.nextLong() & (Long.MAX_VALUE >>> 1) & -KeyRuns.BLOCK_KEYS);
    }

    /** Draws the key of a single transaction. */
    void nextSingle() {
        next();
        low |= random.nextInt(KeyRuns.BLOCK_KEYS);
    }

    /** Upper half of the key: see {@link TransactionKey}. */
    long high() {
        return high;
    }

    long low() {
        return low;
    }
}
