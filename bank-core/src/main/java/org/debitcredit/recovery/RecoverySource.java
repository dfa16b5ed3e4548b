package org.debitcredit.recovery;

import java.util.OptionalLong;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.journal.JournalSource;

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
}
