package org.debitcredit.checkpoint;

import java.util.function.BooleanSupplier;
import org.debitcredit.bank.Clocks;

/**
 * Leaves the disk and the processors to the writer while something large is copied: after each piece, the copy pauses
 * in proportion to the time that the piece took. So it uses the same share of them on a fast disk and on a slow one.
 * For use by the thread that copies.
 */
final class CopyPace {

    /** Shorter work is added up, because no pause is that short. */
    private static final long WORK_NANOS_MIN = 1_000_000;

    /** No pause is longer, however slow the disk was. */
    private static final long PAUSE_NANOS_MAX = 250_000_000;

    /** A pause consists of such ones, so that it ends soon once the copy is urgent. */
    private static final long SLICE_NANOS = 10_000_000;

    private final Clocks clocks;
    private final int pauses;
    private final BooleanSupplier isUrgent;
    private long since;

    /**
     * @param pauses how many times as long as the work
     * @param isUrgent whether others wait for the copy, so that it does not pause
     */
    CopyPace(Clocks clocks, int pauses, BooleanSupplier isUrgent) {
        this.clocks = clocks;
        this.pauses = pauses;
        this.isUrgent = isUrgent;
        since = clocks.monotonicNanos().getAsLong();
    }

    /** The next piece begins, after other work. */
    void begin() {
        since = clocks.monotonicNanos().getAsLong();
    }

    /** A piece was copied. */
    void pieceCopied() {
        long took = clocks.monotonicNanos().getAsLong() - since;
        if (took < WORK_NANOS_MIN) {
            return;
        }
        long left = Math.min(PAUSE_NANOS_MAX, took * pauses);
        while (left > 0 && !isUrgent.getAsBoolean()) {
            clocks.pauseNanos().accept(Math.min(left, SLICE_NANOS));
            left -= SLICE_NANOS;
        }
        begin();
    }
}
