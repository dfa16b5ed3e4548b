package org.debitcredit.simulation;

import java.io.IOException;
import java.util.List;
import org.debitcredit.backup.Backup;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.Folder;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/** Reads a backup from its medium alone, restores the bank from it, and compares the result with the model. */
final class BackupCheck implements JournalReader.BatchVisitor {

    private final MemoryLedger ledger;
    private final Backup.Result backup;
    private final ModelCheck modelCheck;
    /** Log position at which redo begins; null once it has begun. */
    private @Nullable LogPosition from;

    private long read;

    BackupCheck(BankIdentity identity, Backup.Result backup, ModelCheck modelCheck) {
        this.ledger = new MemoryLedger(identity);
        this.backup = backup;
        this.modelCheck = modelCheck;
    }

    /**
     * @param answered position of the last transaction that was answered before the copy began
     */
    void check(Folder folder, long answered) throws IOException {
        if (backup.position() < answered) {
            modelCheck.report(
                    "a backup ends at position " + backup.position() + "; when it began, position " + answered
                            + " had been answered",
                    null);
        }
        if (backup.position() > modelCheck.model().position()) {
            // No client has an answer for the rest yet.
            return;
        }
        EpochArchive archive = new EpochArchive(folder.folder("archive"));
        Epochs epochs = Epochs.of(archive);
        if (!load(epochs, folder.folder("snapshots"))) {
            modelCheck.report("no bank can be restored from a backup whose history " + epochs.range(), null);
            return;
        }
        read = epochs.positionBefore(0);
        JournalTail tail = JournalReader.read(archive, epochs, 0, this);
        if (tail.position() != backup.position() || from != null) {
            modelCheck.report(
                    "a backup of position " + backup.position() + " contains transactions up to " + tail.position()
                            + (from == null ? "" : ", but not the log position " + from + " of its snapshot"),
                    null);
            return;
        }
        ShownBank.compare("a backup", ledger, modelCheck.model().balancesAt(backup.position()), modelCheck);
    }

    /** Loads the newest snapshot that the history continues; returns false if there is neither one nor the founding. */
    private boolean load(Epochs epochs, Folder folder) throws IOException {
        List<Snapshot> snapshots = new SnapshotStore(List.of(folder))
                .newestFirst(damage -> modelCheck.report("a snapshot of a backup is damaged", damage));
        for (Snapshot snapshot : snapshots) {
            if (epochs.holding(snapshot.start()) >= 0) {
                snapshot.loadInto(ledger, (done, total) -> {});
                boolean isFounding = snapshot.start().epoch().equals(LogPosition.NO_EPOCH);
                from = isFounding ? null : snapshot.start();
                return true;
            }
        }
        return !epochs.isEmpty() && epochs.positionBefore(0) == 0;
    }

    @Override
    public void epochBegins(LogPosition logPosition) {
        meet(logPosition);
    }

    @Override
    public void batch(TransactionBatch batch, LogPosition logPosition) {
        for (int row = 0; row < batch.size(); row++) {
            ModelDecision expected = modelCheck.model().history().get((int) read++);
            if (!Audit.isSame(batch, row, read, expected)) {
                modelCheck.report(
                        "position " + read + " of a backup, at " + logPosition + ", is not " + expected, null);
            }
        }
        if (from == null) {
            ledger.redo(batch, 0, logPosition);
        }
        meet(logPosition);
    }

    private void meet(LogPosition logPosition) {
        if (logPosition.equals(from)) {
            from = null;
        }
    }
}
