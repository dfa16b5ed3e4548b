package org.debitcredit.checkpoint;

import java.time.Duration;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.journal.Epochs;
import org.debitcredit.transaction.KeyHorizon;

/**
 * Determines from where the journal is read to restore the keys. At the beginning of an epoch, every key is either
 * forgotten, so that the epoch's {@link KeyHorizon} has its time, or it is in the window of that time and is replayed.
 */
public final class KeyReplay {

    private KeyReplay() {}

    /**
     * Place of the first epoch to be read for the keys.
     *
     * @param anchor place of the epoch whose horizon is continued: the one in which redo starts; -1 for none
     * @param window that will be in force
     */
    public static int from(Epochs epochs, int anchor, int window) {
        return epochs.reachingBackTo(keysFrom(epochs, anchor, window));
    }

    /** Position after which every key has to be replayed: see {@link #from}. */
    public static long keysFrom(Epochs epochs, int anchor, int window) {
        KeyHorizon horizon = anchor < 0 ? null : epochs.keyHorizon(anchor);
        if (horizon == null) {
            // The size of the window at that time is unknown, so everything that is left is read.
            return 0;
        }
        return rememberedFrom(window, horizon.window(), epochs.positionBefore(anchor));
    }

    /**
     * Whether the remaining history begins early enough to contain everything that was remembered at the anchor. It
     * does not if epochs are missing that a regular removal would have kept, or if the anchor is older than a regular
     * removal expects.
     */
    public static boolean reachesBack(Epochs epochs, int anchor) {
        KeyHorizon horizon = anchor < 0 ? null : epochs.keyHorizon(anchor);
        if (anchor < 0 || epochs.isFirstOfLineage(0)) {
            return true;
        }
        // The first journals did not record what was remembered, so everything is needed.
        return epochs.positionBefore(0) <= (horizon == null ? 0 : horizon.rememberedFrom());
    }

    /**
     * Highest time of any key that was executed before an epoch, milliseconds since 1970. The first journals did not
     * keep it: then the latest that it can have been.
     *
     * @param ahead how far a key may have lain ahead of the bank's clock
     */
    public static long executedThroughMillis(Epochs epochs, int index, Duration ahead) {
        KeyHorizon horizon = epochs.keyHorizon(index);
        return horizon == null || horizon.executedThroughMillis() == KeyHorizon.UNKNOWN
                ? epochs.timestampMicros(index) / 1000 + ahead.toMillis()
                : horizon.executedThroughMillis();
    }

    /**
     * Position after which one of two windows remembers every key. This need not be the larger one: if its generations
     * begin later, it does not reach as far back.
     */
    static long rememberedFrom(int window, int before, long position) {
        return Math.min(
                IdempotencyWindow.rememberedFrom(window, position), IdempotencyWindow.rememberedFrom(before, position));
    }
}
