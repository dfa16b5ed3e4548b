package org.debitcredit.recovery;

import java.io.IOException;
import java.util.List;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Journal;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.MediumLoss;

/**
 * Where a bank's files are.
 *
 * @param journal open for this process alone
 * @param snapshots the same on every medium
 * @param archives one on each medium
 * @param loss says what becomes of the others when one medium fails
 * @param locks what keeps other processes off; closed last
 */
public record Media(
        Journal journal,
        SnapshotStore snapshots,
        List<EpochArchive> archives,
        MediumLoss loss,
        List<AutoCloseable> locks)
        implements AutoCloseable {

    /** Media that nothing goes on without. */
    public Media(Journal journal, SnapshotStore snapshots, List<EpochArchive> archives, List<AutoCloseable> locks) {
        this(journal, snapshots, archives, MediumLoss.STOP, locks);
    }

    @Override
    public void close() throws IOException {
        try {
            journal.close();
        } finally {
            for (AutoCloseable lock : locks) {
                closeLock(lock);
            }
        }
    }

    private static void closeLock(AutoCloseable lock) throws IOException {
        try {
            lock.close();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("cannot release a lock", e);
        }
    }
}
