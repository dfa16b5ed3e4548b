package org.debitcredit.recovery;

import org.debitcredit.ledger.Ledger;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;

/**
 * Brings a ledger from its mark to the end of a journal. Redo starts only where the journal holds that very mark: a
 * position alone could lie in another history.
 */
final class Redo {

    private final Ledger ledger;
    private final Mark start;
    private boolean found;

    Redo(Ledger ledger) {
        this.ledger = ledger;
        this.start = ledger.mark();
        this.found = start.position() == 0;
    }

    /** Takes the journal's batches in order. */
    void batch(TransactionBatch batch, Mark mark) {
        if (found) {
            ledger.redo(batch, 0, mark);
        } else {
            found = mark.equals(start);
        }
    }

    /**
     * @throws IllegalStateException when the journal does not hold the ledger's mark
     */
    void requireFound(long journalPosition) {
        if (!found) {
            throw new IllegalStateException("the ledger stands at " + start + "; the journal, which ends at position "
                    + journalPosition + ", does not hold that point");
        }
    }
}
