package org.debitcredit.probe;

import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * How a part of the probe is measured: all its operations in turn, a short bout each, and that several times over, so
 * that what slows the machine down for a while slows down all of them.
 */
final class Rounds {

    static final int COUNT = 3;

    private final LongSupplier nanoTime;
    private final long sliceNanos;
    private final long boutBytesMax;

    /**
     * Divides a part's time.
     *
     * @param nanos of the part
     * @param operations measured in it
     */
    Rounds(LongSupplier nanoTime, long nanos, int operations, long boutBytesMax) {
        this.nanoTime = nanoTime;
        this.sliceNanos = nanos / COUNT / operations;
        this.boutBytesMax = boutBytesMax;
    }

    /** A bout of an operation that leaves the disk as full as it was. */
    Bout bout(Operation operation) throws IOException {
        return Bout.of(operation, sliceNanos, Long.MAX_VALUE, nanoTime);
    }

    /** A bout of an operation that takes so many bytes more of the disk each time. */
    Bout bout(Operation operation, int bytesEach) throws IOException {
        return Bout.of(operation, sliceNanos, Math.max(1, boutBytesMax / bytesEach), nanoTime);
    }
}
