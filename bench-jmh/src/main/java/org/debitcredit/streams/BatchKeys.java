package org.debitcredit.streams;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.transaction.TransactionKey;

/** New keys of a stream: UUIDv7 of now. A batch's key leaves room to count up. */
final class BatchKeys {

    private final SplittableRandom random;
    private final LongSupplier millis;
    private long high;
    private long low;

    BatchKeys(SplittableRandom random, LongSupplier millis) {
        this.random = random;
        this.millis = millis;
    }

    /** Draws the first key of a batch: its lowest bits are 0, so that even the largest batch counts up in them. */
    void next() {
        nextSingle();
        low &= -TransactionEngine.SUBMISSION_MAX;
    }

    /** Draws the key of a single transaction. */
    void nextSingle() {
        high = TransactionKey.highV7(millis.getAsLong(), random.nextLong());
        low = TransactionKey.lowV7(random.nextLong());
    }

    /** Upper half of the key: see {@link TransactionKey}. */
    long high() {
        return high;
    }

    long low() {
        return low;
    }
}
