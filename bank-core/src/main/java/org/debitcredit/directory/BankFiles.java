package org.debitcredit.directory;

import java.io.IOException;
import java.util.List;
import org.debitcredit.founding.BankRecords;
import org.debitcredit.founding.LiveEpochs;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.storage.MediumLoss;

/**
 * The open files of a bank on its media.
 *
 * @param journal open for this process alone
 * @param snapshots the same on every medium
 * @param archives one on each medium
 * @param records the bank's record, the same on every medium
 * @param lock what keeps other processes off all of them; given back last
 * @param loss says what becomes of the others when one medium fails
 * @param claim records that the bank continues here, once it is known that it can
 */
public record BankFiles(
        Journal journal,
        SnapshotStore snapshots,
        List<EpochArchive> archives,
        BankRecords records,
        FolderLock lock,
        MediumLoss loss,
        Claim claim)
        implements AutoCloseable {

    /** An entry that a start has to write into the record before it writes anything else. */
    @FunctionalInterface
    public interface Claim {

        /** Nothing. */
        Claim NONE = () -> {};

        /** Writes the entry; it is durable on return. */
        void put() throws IOException;
    }

    /** The files on a single medium. */
    public BankFiles(
            Journal journal, SnapshotStore snapshots, EpochArchive archive, BankRecords records, FolderLock lock) {
        this(journal, snapshots, List.of(archive), records, lock, MediumLoss.STOP, Claim.NONE);
    }

    /** The journal's epochs that count. */
    public JournalSource liveEpochs() {
        return LiveEpochs.of(records.latest(), List.of(journal));
    }

    @Override
    public void close() throws IOException {
        Closeables.closeAll(List.of(journal, lock));
    }
}
