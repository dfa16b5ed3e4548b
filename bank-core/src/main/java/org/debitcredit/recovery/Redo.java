package org.debitcredit.recovery;

import java.util.function.Consumer;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Brings a ledger from its log position to the end of a journal, and the keys of the latest transactions back. Redo
 * starts only where the journal contains exactly that log position, because a position alone could belong to another
 * history.
 */
final class Redo implements JournalReader.BatchVisitor {

    private final Ledger ledger;
    private final Consumer<TransactionBatch> keys;
    private final LogPosition required;
    private final Progress progress;
    /** Where the epoch before the first one that is read ended; null once that one has begun. */
    private @Nullable LogPosition endBefore;

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
    public void beginsAfter(LogPosition end) {
        endBefore = end;
    }

    @Override
    public void epochBegins(LogPosition logPosition) {
        boolean founding = logPosition.position() == 0 && ledger.logPosition().position() == 0;
        startFound |= founding || isHere(logPosition, ledger.logPosition());
        // A snapshot that starts at the founding may end later.
        requiredFound |= founding && required.position() == 0 || isHere(logPosition, required);
        endBefore = null;
    }

    /**
     * Whether a point is where an epoch begins, or where the one before the first that is read ended. The checksum of
     * that end may be an end record's, which comes after the last batch.
     */
    private boolean isHere(LogPosition beginning, LogPosition point) {
        LogPosition end = endBefore;
        boolean isEnd = end != null
                && end.position() > 0
                && end.position() == point.position()
                && end.epoch().equals(point.epoch())
                && end.bank().equals(point.bank());
        return isEnd || beginning.equals(point);
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
