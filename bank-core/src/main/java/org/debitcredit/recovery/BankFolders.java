package org.debitcredit.recovery;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.debitcredit.journal.ChronicleJournal;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.FileJournal;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.SwitchedJournal;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.DirectoryLock;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;

/**
 * The directories of a bank on one medium.
 *
 * <pre>
 *   DIR/journal      the live epochs, and the lock
 *   DIR/snapshots    the newest two
 *   DIR/archive      epochs that recovery needs no more
 * </pre>
 */
public final class BankFolders {

    private BankFolders() {}

    /**
     * Opens a bank's directories for this process alone, made where missing.
     *
     * @throws IOException when they cannot be used: not writable, full, or in use by another process
     */
    public static Media open(Path data, JournalSettings settings) throws IOException {
        DiskFolder journalFolder = DiskFolder.open(journal(data));
        DirectoryLock lock = DirectoryLock.acquire(journalFolder.path());
        try {
            Journal journal = journal(journalFolder, settings);
            return new Media(
                    journal,
                    new SnapshotStore(List.of(DiskFolder.open(snapshots(data)))),
                    List.of(new EpochArchive(DiskFolder.open(archive(data)))),
                    List.of(lock));
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static Journal journal(DiskFolder folder, JournalSettings settings) throws IOException {
        ChronicleJournal chronicle = ChronicleJournal.open(folder.path(), settings.fillAheadBytes());
        FileJournal file = FileJournal.open(folder, settings.fillAheadBytes());
        boolean isChronicle = settings.kind() == JournalKind.CHRONICLE;
        Journal written = isChronicle ? chronicle : file;
        Journal earlier = isChronicle ? file : chronicle;
        boolean isSwitched = !earlier.epochs().isEmpty();
        if (isSwitched) {
            DurableFiles.forceTree(folder.path());
        } else {
            earlier.close();
        }
        if (!isChronicle) {
            file.startFilling();
        }
        return isSwitched ? new SwitchedJournal(written, earlier) : written;
    }

    /** Directory of the live epochs. */
    public static Path journal(Path data) {
        return data.resolve("journal");
    }

    /** Directory of the snapshots. */
    public static Path snapshots(Path data) {
        return data.resolve("snapshots");
    }

    /** Directory of the epochs that recovery needs no more. */
    public static Path archive(Path data) {
        return data.resolve("archive");
    }
}
