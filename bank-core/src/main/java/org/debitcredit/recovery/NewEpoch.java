package org.debitcredit.recovery;

import java.io.IOException;
import java.util.List;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.checkpoint.RetainedEpochs;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.directory.DiskSpace;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.RecordCheck;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.snapshot.Snapshot;

/**
 * Begins the epoch of a start, once the bank was recovered. Only now is anything written to the records and the
 * journal: that the bank continues with this copy alone, which losses the start accepts, and the epoch. The snapshots
 * that prove such a loss are deleted after that. Those of a loss that an interrupted start accepted are deleted before
 * it.
 */
final class NewEpoch {

    private final BankFiles files;
    private final BankIdentity identity;
    private final RecoverySource source;
    private final Recovery.Result found;

    /** @param found what the bank was recovered from */
    NewEpoch(BankFiles files, BankIdentity identity, RecoverySource source, Recovery.Result found) {
        this.files = files;
        this.identity = identity;
        this.source = source;
        this.found = found;
    }

    /**
     * Begins it; it is durable and on record on return.
     *
     * @param micros the bank's time, since 1970
     */
    JournalWriter begin(BankSettings settings, DiskSpace space, long micros) throws IOException {
        files.claim().put();
        delete(found.givenUpBefore());
        RecordCheck check =
                new RecordCheck(files.records().latest(), files.records().place());
        long lossBefore = check.lossAcceptedSince(source.history());
        recordOldJournal(lossBefore);
        long lossNow = settings.journal().acceptedLoss().after().orElse(BankRecord.NONE);
        files.records().acceptWithNextEpoch(source.wholeFrom(), Math.max(lossBefore, lossNow));
        JournalWriter writer = JournalWriter.begin(
                files.journal(),
                identity,
                found.tail(),
                new JournalWriter.Settings(
                        settings.ids(),
                        space.epochBytes(settings.journal()),
                        settings.engine().groupMax(),
                        new OwningBank(identity, files, found.keys())),
                micros);
        delete(found.givenUp());
        deleteUnconnected();
        return writer;
    }

    /**
     * The first start on a journal without a record, from an earlier version or an interrupted founding, writes the
     * record once the journal was found intact. It begins a new epoch only after that, so such an epoch without a
     * record shows that the record was lost.
     */
    private void recordOldJournal(long lossBefore) throws IOException {
        BankRecord known = files.records().latest();
        if (known != null && !known.isFounding()) {
            return;
        }
        Epochs old = source.history();
        int newest = old.size() - 1;
        if (newest >= 0) {
            files.records()
                    .foundBegun(
                            identity,
                            old.number(newest),
                            old.id(newest),
                            old.positionBefore(newest),
                            old.number(0),
                            lossBefore);
        }
    }

    private void delete(List<Snapshot> snapshots) throws IOException {
        for (Snapshot snapshot : snapshots) {
            files.snapshots().delete(snapshot);
        }
    }

    /** Deletes the snapshots that begin in the discarded part, because they no longer fit any journal. */
    private void deleteUnconnected() throws IOException {
        Snapshot used = found.snapshot();
        BankRecord known = files.records().latest();
        if (known == null || known.acceptedEpoch() == 0) {
            return;
        }
        Epochs live = Epochs.leadingTo(files.liveEpochs(), Long.MAX_VALUE);
        for (Snapshot snapshot : files.snapshots().newestFirst(damage -> {})) {
            boolean isUsed = used != null && used.start().equals(snapshot.start());
            boolean isBefore = !live.isEmpty() && snapshot.start().position() <= live.positionBefore(0);
            if (isBefore && !isUsed && live.holding(snapshot.start()) < 0 && !isRetained(snapshot)) {
                files.snapshots().delete(snapshot);
            }
        }
    }

    private boolean isRetained(Snapshot snapshot) throws IOException {
        return Epochs.leadingTo(new RetainedEpochs(files), Long.MAX_VALUE).holding(snapshot.start()) >= 0;
    }
}
