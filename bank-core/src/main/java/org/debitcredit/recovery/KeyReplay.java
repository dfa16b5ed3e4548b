package org.debitcredit.recovery;

import org.debitcredit.engine.KeyWindow;
import org.debitcredit.journal.Epochs;
import org.debitcredit.transaction.KeyHorizon;

/**
 * From where on the journal is read to bring the keys back: where an epoch begins, every key is either forgotten, and then
 * the epoch's {@link KeyHorizon} has its time, or was remembered by the window that was in force, and is replayed.
 */
final class KeyReplay {

    private KeyReplay() {}

    /**
     * Place of the first epoch to be read for the keys.
     *
     * @param anchor place of the epoch whose horizon is continued: the one in which redo starts; -1 for none
     * @param window that will be in force
     */
    static int from(Epochs epochs, int anchor, int window) {
        return epochs.reachingBackTo(keysFrom(epochs, anchor, window));
    }

    /** Position after which every key has to be replayed: see {@link #from}. */
    static long keysFrom(Epochs epochs, int anchor, int window) {
        KeyHorizon horizon = anchor < 0 ? null : epochs.keyHorizon(anchor);
        if (horizon == null) {
            // Nobody knows which window was in force: everything that is left is read.
            return 0;
        }
        int widest = Math.max(window, horizon.window());
        return KeyWindow.rememberedFrom(widest, epochs.positionBefore(anchor));
    }
}
