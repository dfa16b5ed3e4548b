package org.debitcredit.checkpoint;

import org.debitcredit.journal.JournalReader;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;

/** Tracks whether a journal contains both log positions of a snapshot, and how far it was read. */
public final class SnapshotInJournal implements JournalReader.BatchVisitor {

    private final LogPosition start;
    private final LogPosition end;
    private boolean startHeld;
    private boolean endHeld;
    private long position;

    private SnapshotInJournal(LogPosition start, LogPosition end) {
        this.start = start;
        this.end = end;
    }

    public SnapshotInJournal(Snapshot snapshot) {
        this(snapshot.start(), snapshot.end());
    }

    /** For a redo that begins at the founding of the bank. */
    public static SnapshotInJournal founding() {
        LogPosition founding = LogPosition.founding(LogPosition.NO_EPOCH);
        return new SnapshotInJournal(founding, founding);
    }

    @Override
    public void epochBegins(LogPosition logPosition) {
        at(logPosition);
    }

    @Override
    public void batch(TransactionBatch batch, LogPosition logPosition) {
        at(logPosition);
    }

    private void at(LogPosition logPosition) {
        boolean founding = logPosition.position() == 0;
        startHeld |= logPosition.equals(start) || (founding && start.position() == 0);
        endHeld |= logPosition.equals(end) || (founding && end.position() == 0);
        position = logPosition.position();
    }

    /** Whether the snapshot's start has been met: redo begins after it. */
    public boolean start() {
        return startHeld;
    }

    /** Whether both log positions of the snapshot have been met. */
    public boolean both() {
        return startHeld && endHeld;
    }

    /** Position of the last log position met; 0 before any. */
    public long position() {
        return position;
    }
}
