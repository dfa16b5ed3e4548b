package org.debitcredit.recovery;

import org.debitcredit.journal.JournalReader;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;

/** Sees whether a journal holds both marks of a snapshot, before anything is done with that. */
final class MarksHeld implements JournalReader.BatchVisitor {

    private final Mark start;
    private final Mark end;
    private boolean startHeld;
    private boolean endHeld;

    MarksHeld(Snapshot snapshot) {
        start = snapshot.start();
        end = snapshot.end();
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
    }

    boolean both() {
        return startHeld && endHeld;
    }
}
