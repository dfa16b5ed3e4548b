package org.debitcredit.checkpoint;

import org.debitcredit.journal.JournalReader;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;

/** Tracks whether a journal contains both marks of a snapshot, and how far it was read. */
public final class MarksHeld implements JournalReader.BatchVisitor {

    private final Mark start;
    private final Mark end;
    private boolean startHeld;
    private boolean endHeld;
    private long position;

    private MarksHeld(Mark start, Mark end) {
        this.start = start;
        this.end = end;
    }

    public MarksHeld(Snapshot snapshot) {
        this(snapshot.start(), snapshot.end());
    }

    /** For one who begins at the founding of the bank. */
    public static MarksHeld founding() {
        Mark founding = Mark.founding(Mark.NO_EPOCH);
        return new MarksHeld(founding, founding);
    }

    @Override
    public void epochBegins(Mark mark) {
        at(mark);
    }

    @Override
    public void batch(TransactionBatch batch, Mark mark) {
        at(mark);
    }

    private void at(Mark mark) {
        boolean founding = mark.position() == 0;
        startHeld |= mark.equals(start) || (founding && start.position() == 0);
        endHeld |= mark.equals(end) || (founding && end.position() == 0);
        position = mark.position();
    }

    /** Whether the snapshot's start has been met: redo begins after it. */
    public boolean start() {
        return startHeld;
    }

    public boolean both() {
        return startHeld && endHeld;
    }

    /** Position of the last mark met; 0 before any. */
    public long position() {
        return position;
    }
}
