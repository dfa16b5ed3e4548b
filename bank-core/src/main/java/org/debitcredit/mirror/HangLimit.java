package org.debitcredit.mirror;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long a medium may take for one call before it counts as lost.
 *
 * @param max from {@link #MAX_LEAST} to {@link #MAX_MOST}
 * @param nanos a clock that is never set back, nanoseconds
 */
public record HangLimit(Duration max, LongSupplier nanos) {

    /** 100 ms: a force that waits for another write of the same disk takes tens of milliseconds. */
    public static final Duration MAX_LEAST = Duration.ofMillis(100);

    /**
     * 8 s: a drive with limited error recovery has finished it after 7 s, and a request that has waited since the
     * beginning is still answered before its time-out of 10 s.
     */
    public static final Duration MAX_DEFAULT = Duration.ofSeconds(8);

    /** 1 h: as long as a request may wait. */
    public static final Duration MAX_MOST = Duration.ofHours(1);

    public HangLimit {
        requireLegal(max);
    }

    /**
     * Returns if a bank can be mirrored with this limit.
     *
     * @throws IllegalArgumentException when it is too short or too long
     */
    public static void requireLegal(Duration max) {
        if (max.compareTo(MAX_LEAST) < 0 || max.compareTo(MAX_MOST) > 0) {
            throw new IllegalArgumentException("the time limit for a force of the mirror is " + max + "; it must be "
                    + MAX_LEAST + " to " + MAX_MOST);
        }
    }

    /** The limit in words. */
    String text() {
        return max.toMillis() % 1_000 == 0 ? max.toSeconds() + " s" : max.toMillis() + " ms";
    }
}
