package org.debitcredit.recovery;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Journal;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.Failed;
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
        List<AutoCloseable> opened = new ArrayList<>(locks);
        opened.add(0, journal);
        Failed.closeAll(opened);
    }
}
