package org.debitcredit.checkpoint;

import java.io.IOException;
import org.debitcredit.journal.Epochs;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotStore;

/** The first position that a bank's epochs and snapshots can be restored to. */
public final class EarliestRestorable {

    /** No position can be restored. */
    public static final long NONE = -1;

    private EarliestRestorable() {}

    /** Checks a snapshot. */
    @FunctionalInterface
    public interface Check {
        boolean isWhole(Snapshot snapshot) throws IOException;
    }

    /** The first position that these epochs and snapshots can be restored to, or {@link #NONE}. */
    public static long position(Epochs epochs, SnapshotStore snapshots, Check check) throws IOException {
        if (epochs.positionBefore(0) == 0) {
            return 0;
        }
        long earliest = NONE;
        for (Snapshot snapshot : snapshots.newestFirst(damage -> {})) {
            if (epochs.holding(snapshot.start()) >= 0 && check.isWhole(snapshot)) {
                earliest = snapshot.end().position();
            }
        }
        return earliest;
    }
}
