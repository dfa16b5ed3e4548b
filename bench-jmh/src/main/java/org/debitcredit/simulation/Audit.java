package org.debitcredit.simulation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JoinedEpochs;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.TransactionBatch;

/** Reads everything that is left of a bank's history, archived epochs first, and compares it with the model's. */
final class Audit {

    private final ModelCheck modelCheck;
    private long position;

    private Audit(ModelCheck modelCheck, long position) {
        this.modelCheck = modelCheck;
        this.position = position;
    }

    static void of(BankFiles files, Terms terms, ModelCheck modelCheck) {
        try {
            List<JournalSource> sources = new ArrayList<>();
            if (terms.keepsHistory) {
                for (EpochArchive archive : files.archives()) {
                    sources.add(archive);
                }
            }
            sources.add(files.journal());
            JournalSource joined = new JoinedEpochs(sources);
            Epochs epochs = Epochs.of(joined);
            Audit audit = new Audit(modelCheck, epochs.positionBefore(0));
            if (terms.keepsHistory && audit.position != 0) {
                modelCheck.report("history is kept, but it begins after position " + audit.position, null);
            }
            JournalTail tail = JournalReader.read(joined, epochs, 0, audit::batch);
            if (tail.position() != modelCheck.model().position()) {
                modelCheck.report(
                        "the history ends at position " + tail.position() + ", but the bank is at "
                                + modelCheck.model().position(),
                        null);
            }
        } catch (IOException | RuntimeException e) {
            modelCheck.report("the history cannot be read", e);
        }
    }

    private void batch(TransactionBatch batch, LogPosition logPosition) {
        for (int row = 0; row < batch.size() && position < modelCheck.model().position(); row++) {
            ModelDecision expected = modelCheck.model().history().get((int) position++);
            if (!isSame(batch, row, position, expected)) {
                modelCheck.report(
                        "position " + position + " of the journal, at " + logPosition + ", is not " + expected, null);
            }
        }
    }

    /** Whether a row is a transaction of the model's, at its position. */
    static boolean isSame(TransactionBatch batch, int row, long position, ModelDecision expected) {
        RequestColumns requests = batch.requests;
        return batch.firstPosition() + row == position
                && requests.keys.keyOf(row).equals(expected.asked().key())
                && requests.amount[row] == expected.rowAmount()
                && Objects.equals(
                        requests.reference(row), expected.asked().transaction().reference())
                && batch.outcome[row] == expected.code()
                && batch.balance[row] == expected.balanceMinor();
    }
}
