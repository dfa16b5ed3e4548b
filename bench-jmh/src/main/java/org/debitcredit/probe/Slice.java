package org.debitcredit.probe;

import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * The time of one bout.
 *
 * @param nanos it lasts, warm-up included
 * @param bytesMax most that it may add to the disk, warm-up aside
 */
record Slice(LongSupplier nanoTime, long nanos, long bytesMax) {

    /** A bout of an operation that leaves the disk as full as it was. */
    Bout bout(Operation operation) throws IOException {
        return Bout.of(operation, nanos, Long.MAX_VALUE, nanoTime);
    }

    /** A bout of an operation that takes more of the disk each time. */
    Bout bout(Operation operation, int bytesEach) throws IOException {
        return Bout.of(operation, nanos, Math.max(1, bytesMax / bytesEach), nanoTime);
    }
}
