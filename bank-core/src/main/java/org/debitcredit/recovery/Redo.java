package org.debitcredit.recovery;

import java.util.function.Consumer;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;

/**
 * Brings a ledger from its log position to the end of a journal, and the keys of the latest transactions back. Redo starts only
 * where the journal contains exactly that log position, because a position alone could belong to another history.
 */
final class Redo implements JournalReader.BatchVisitor {

    private final Ledger ledger;
    private final Consumer<TransactionBatch> keys;
    private final LogPosition required;
    private final Progress progress;
    private boolean startFound;
    private boolean requiredFound;

    /**
     * @param keys takes every batch that is read, also those that the ledger has
     * @param required a later point that the journal must hold too: the end of the snapshot that the ledger came from
     */
    Redo(Ledger ledger, Consumer<TransactionBatch> keys, LogPosition required, Progress progress) {
        this.ledger = ledger;
        this.keys = keys;
        this.required = required;
        this.progress = progress;
    }

    @Override
    public void epochBegins(LogPosition logPosition) {
        boolean founding = logPosition.position() == 0 && ledger.logPosition().position() == 0;
        startFound |= founding || logPosition.equals(ledger.logPosition());
        requiredFound |= founding || logPosition.equals(required);
    }

    @Override
    public void batch(TransactionBatch batch, LogPosition logPosition) {
        keys.accept(batch);
        if (startFound) {
            ledger.redo(batch, 0, logPosition);
        } else {
            startFound = logPosition.equals(ledger.logPosition());
        }
        requiredFound |= logPosition.equals(required);
        progress.at("replaying the journal, transactions", logPosition.position(), 0);
    }

    /** Whether the journal held the ledger's log position, and what else it must hold. */
    boolean isComplete() {
        return startFound && requiredFound;
    }
}
