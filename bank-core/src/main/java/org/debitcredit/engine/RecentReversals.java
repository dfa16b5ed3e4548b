package org.debitcredit.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The latest {@value #MAX} reversals that took a transaction back, by the position of that transaction: never more than
 * {@value #HEAP_BYTES_MAX} bytes, whatever clients send. Whether a transaction was reversed is in the
 * {@link IdempotencyWindow} itself, for as long as its key is known; afterwards it is here.
 */
final class RecentReversals {

    static final int MAX = 1 << 16;

    /** An entry of the map with its slot, a position, and a reversal. */
    static final int HEAP_BYTES_MAX = MAX * (40 + 8 + 24 + 32);

    /**
     * A reversal.
     *
     * @param amountMinor what it posted to the account, signed
     */
    record Posted(long position, long amountMinor) {}

    private final Map<Long, Posted> byOriginal = new LinkedHashMap<>();
    private long forgottenThrough;

    /** Adds a reversal, in order of position. An original is taken back once. */
    void add(long originalPosition, long position, long amountMinor) {
        if (byOriginal.size() == MAX) {
            Long oldest = byOriginal.keySet().iterator().next();
            Posted forgotten = byOriginal.remove(oldest);
            forgottenThrough = forgotten == null ? forgottenThrough : forgotten.position;
        }
        byOriginal.put(originalPosition, new Posted(position, amountMinor));
    }

    /** Position of the latest one that is not kept any more; 0 if there is none. */
    long forgottenThrough() {
        return forgottenThrough;
    }

    /** The reversal of a transaction; null if it is not among the latest. */
    @Nullable
    Posted of(long originalPosition) {
        return byOriginal.get(originalPosition);
    }
}
