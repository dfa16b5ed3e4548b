package org.debitcredit.recovery;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.debitcredit.checkpoint.RetainedEpochs;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JoinedEpochs;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.transaction.LogPosition;

/**
 * What a start reads of a journal, and the loss that it accepts.
 *
 * @param epochs those that count
 * @param acceptLossAfter last position before a damage that is accepted
 * @param wholeFrom number of the epoch before which this start discards everything; 0 for none
 */
record RecoverySource(JournalSource epochs, OptionalLong acceptLossAfter, long wholeFrom) {

    /** Everything that counts, and no loss. */
    static RecoverySource of(BankFiles files) {
        return new RecoverySource(files.liveEpochs(), OptionalLong.empty(), 0);
    }

    /** The epochs of its history. With an accepted loss, it ends before the first one that is missing. */
    Epochs history() throws IOException {
        return Epochs.of(epochs, acceptLossAfter.isPresent());
    }

    /** Reads the history to its end, or to the loss that is accepted, from the epoch at an index on. */
    JournalTail read(Epochs history, int from, JournalReader.BatchVisitor visitor) throws IOException {
        return acceptLossAfter.isPresent()
                ? JournalReader.readAcceptingLoss(epochs, history, from, acceptLossAfter.getAsLong(), visitor)
                : JournalReader.read(epochs, history, from, visitor);
    }

    /**
     * The same for a redo that begins at a position. If the journal begins later, because a database or a snapshot was
     * put back from an earlier time, the archived epochs that lead to the journal are read as well.
     */
    RecoverySource reachingBackTo(LogPosition start, BankFiles files) throws IOException {
        Epochs journal = history();
        if (wholeFrom > 0 || journal.isEmpty() || place(journal, start) >= 0) {
            return this;
        }
        if (acceptLossAfter.isPresent() && acceptLossAfter.getAsLong() < journal.positionBefore(0)) {
            // A loss is accepted in the journal, never in the archive before it.
            return this;
        }
        JournalSource retained = new RetainedEpochs(files);
        Epochs leading = Epochs.leadingTo(retained, Long.MAX_VALUE);
        boolean isSame = !leading.isEmpty() && leading.id(leading.size() - 1).equals(journal.id(journal.size() - 1));
        return isSame && place(leading, start) >= 0
                ? new RecoverySource(new JoinedEpochs(List.of(retained), leading.number(0)), acceptLossAfter, 0)
                : this;
    }

    /** Index of the epoch in which the redo from a log position begins; -1 for none. */
    static int place(Epochs epochs, LogPosition start) {
        int holding = epochs.holding(start);
        return holding < 0 && !epochs.isEmpty() && epochs.beginsAfter(start, 0) ? 0 : holding;
    }
}
