package org.debitcredit.recovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.journal.ChronicleJournal;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.FileJournal;
import org.debitcredit.journal.JoinedEpochs;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.DirectoryLock;
import org.debitcredit.storage.DiskFolder;

/** The files of a bank that no server is using: a stopped bank's data directory, or a backup. Only read. */
public final class StoredBank implements AutoCloseable {

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<JournalSource> sources = new ArrayList<>();
    private final SnapshotStore snapshots;

    private StoredBank(SnapshotStore snapshots) {
        this.snapshots = snapshots;
    }

    /**
     * Opens a data directory or a backup.
     *
     * @throws NoSuchFileException when there is no bank in it
     * @throws IOException when a server is using it
     */
    public static StoredBank open(Path data) throws IOException {
        Path journal = BankFolders.journal(data);
        Path archive = BankFolders.archive(data);
        if (!Files.isDirectory(journal) && !Files.isDirectory(archive)) {
            throw new NoSuchFileException(data + " holds no bank: it has no directory 'journal' and no 'archive'");
        }
        Path snapshots = BankFolders.snapshots(data);
        StoredBank bank = new StoredBank(
                new SnapshotStore(Files.isDirectory(snapshots) ? List.of(DiskFolder.open(snapshots)) : List.of()));
        try {
            if (Files.isDirectory(journal)) {
                bank.open.add(DirectoryLock.acquire(journal));
                bank.add(ChronicleJournal.open(journal, 0));
                bank.add(FileJournal.open(DiskFolder.open(journal), FileJournal.SEGMENT_BYTES_DEFAULT));
            }
            if (Files.isDirectory(archive)) {
                bank.sources.add(new EpochArchive(DiskFolder.open(archive)));
            }
            return bank;
        } catch (IOException | RuntimeException e) {
            bank.close();
            throw e;
        }
    }

    private void add(Journal journal) {
        open.add(journal);
        sources.add(journal);
    }

    /** All epochs, live and archived. */
    public JournalSource epochs() {
        return new JoinedEpochs(sources);
    }

    public SnapshotStore snapshots() {
        return snapshots;
    }

    @Override
    public void close() throws IOException {
        for (int i = open.size() - 1; i >= 0; i--) {
            try {
                open.get(i).close();
            } catch (IOException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException("cannot close the bank's files", e);
            }
        }
    }
}
