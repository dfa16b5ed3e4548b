package org.debitcredit.directory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.debitcredit.founding.BankRecords;
import org.debitcredit.founding.LiveEpochs;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.Failed;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.storage.MediumLoss;

/**
 * Where a bank's files are.
 *
 * @param journal open for this process alone
 * @param snapshots the same on every medium
 * @param archives one on each medium
 * @param records the bank's record, the same on every medium
 * @param locks what keeps other processes off, one on each medium; given back last
 * @param loss says what becomes of the others when one medium fails
 * @param claim puts on record that the bank goes on here, once it is known that it can
 */
public record Media(
        Journal journal,
        SnapshotStore snapshots,
        List<EpochArchive> archives,
        BankRecords records,
        List<? extends FolderLock> locks,
        MediumLoss loss,
        Claim claim)
        implements AutoCloseable {

    /** What a start has to put on record before it writes anything else. */
    @FunctionalInterface
    public interface Claim {

        /** Nothing. */
        Claim NONE = () -> {};

        /** Does it; durable on return. */
        void put() throws IOException;
    }

    /** One medium. */
    public Media(Journal journal, SnapshotStore snapshots, EpochArchive archive, BankRecords records, FolderLock lock) {
        this(journal, snapshots, List.of(archive), records, List.of(lock), MediumLoss.STOP, Claim.NONE);
    }

    /** The journal's epochs that count. */
    public JournalSource liveEpochs() {
        return LiveEpochs.of(records.latest(), List.of(journal));
    }

    /**
     * Returns if no other process can have taken over the files of a medium that is not lost.
     *
     * @throws IOException when one may have, and nothing goes on without that medium
     */
    public void requireOwned() throws IOException {
        SortedMap<Integer, IOException> gone = new TreeMap<>();
        for (int medium = 0; medium < locks.size(); medium++) {
            try {
                if (!loss.isLost(medium)) {
                    locks.get(medium).requireHeld();
                }
            } catch (IOException e) {
                gone.put(medium, e);
            }
        }
        if (gone.size() == locks.size()) {
            // Not even what is lost may be put on record where another process may write.
            throw gone.get(gone.firstKey());
        }
        for (Map.Entry<Integer, IOException> medium : gone.entrySet()) {
            loss.lost(medium.getKey(), medium.getValue());
        }
    }

    @Override
    public void close() throws IOException {
        List<AutoCloseable> opened = new ArrayList<>();
        opened.add(journal);
        opened.addAll(locks);
        Failed.closeAll(opened);
    }
}
