package org.debitcredit.backup;

import java.io.IOException;
import java.util.List;
import org.debitcredit.checkpoint.EarliestRestorable;
import org.debitcredit.checkpoint.KeyReplay;
import org.debitcredit.checkpoint.SnapshotInJournal;
import org.debitcredit.directory.StoredBank;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.snapshot.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * The range of positions to which a stored bank can be restored, for messages about positions outside it. It is found
 * by reading the whole bank.
 */
final class RestorableRange {

    /** No position can be restored. */
    static final long NONE = EarliestRestorable.NONE;

    private final StoredBank source;
    private final int keyWindow;

    RestorableRange(StoredBank source, int keyWindow) {
        this.source = source;
        this.keyWindow = keyWindow;
    }

    /** Place of the epoch from which on all is needed to restore from a snapshot; null is the founding. */
    static int neededFrom(Epochs epochs, @Nullable Snapshot base, long keysFrom) {
        int anchor = base == null ? -1 : epochs.holding(base.start());
        boolean isAllNeeded = anchor < 0 || epochs.keyHorizon(anchor) == null;
        return isAllNeeded ? 0 : Math.min(anchor, epochs.reachingBackTo(keysFrom));
    }

    /**
     * Position after which every key has to be read: to know it after the restore, or to know when it was forgotten.
     *
     * @param target last position to restore
     */
    static long keysFrom(Epochs epochs, @Nullable Snapshot base, int keyWindow, long target) {
        long known = IdempotencyWindow.rememberedFrom(keyWindow, target);
        int anchor = base == null ? -1 : epochs.holding(base.start());
        return anchor < 0 || epochs.keyHorizon(anchor) == null
                ? known
                : Math.min(known, KeyReplay.keysFrom(epochs, anchor, keyWindow));
    }

    /**
     * Whether keys that have to be known are lost with damaged epochs: they would be executed again. If nothing is
     * damaged, a journal that begins later has regularly forgotten the keys before it.
     */
    static boolean lacksKeys(Epochs epochs, long keysFrom) {
        return epochs.positionBefore(0) > keysFrom
                && !epochs.brokenBeforeOldest().isEmpty();
    }

    /** The first position of a history that can be restored, or {@link #NONE}. */
    long earliest(Epochs epochs) throws IOException {
        return EarliestRestorable.position(
                epochs, source.snapshots(), snapshot -> snapshot.isWhole((done, total) -> {}));
    }

    /** The last position of all that can be restored, or {@link #NONE}. */
    long latest() throws IOException {
        Epochs epochs = Epochs.leadingTo(source.epochsLeft(), Long.MAX_VALUE);
        long latest = latest(epochs);
        while (latest == NONE && epochs.hasEarlier()) {
            epochs = Epochs.leadingTo(source.epochsLeft(), epochs.positionBefore(0) - 1);
            latest = latest(epochs);
        }
        return latest;
    }

    private long latest(Epochs epochs) throws IOException {
        List<Snapshot> newestFirst = source.snapshots().newestFirst(damage -> {});
        for (Snapshot snapshot : newestFirst) {
            long reached = epochs.holding(snapshot.start()) >= 0 && snapshot.isWhole((done, total) -> {})
                    ? reached(epochs, snapshot)
                    : NONE;
            if (reached >= 0) {
                return reached;
            }
        }
        return !epochs.isEmpty() && epochs.positionBefore(0) == 0 ? reached(epochs, null) : NONE;
    }

    /**
     * The last position before the first damage on the way from a snapshot, or {@link #NONE} when its end is not
     * reached.
     */
    private long reached(Epochs epochs, @Nullable Snapshot base) throws IOException {
        long keysFrom =
                base == null ? 0 : keysFrom(epochs, base, keyWindow, base.end().position());
        if (lacksKeys(epochs, keysFrom)) {
            return NONE;
        }
        SnapshotInJournal held = base == null ? SnapshotInJournal.founding() : new SnapshotInJournal(base);
        try {
            JournalReader.read(source.epochsLeft(), epochs, neededFrom(epochs, base, keysFrom), held);
        } catch (JournalDamage damage) {
            return held.both() ? damage.lastGoodPosition() : NONE;
        }
        return held.both() ? held.position() : NONE;
    }
}
