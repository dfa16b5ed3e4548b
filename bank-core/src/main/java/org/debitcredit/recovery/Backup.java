package org.debitcredit.recovery;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;

/**
 * Copies what a bank can be brought back from: its snapshots, and every epoch it retains. The copy is a directory with
 * {@code snapshots} and {@code archive}, which {@link BankAudit} checks and {@link Restore} reads.
 */
public final class Backup {

    private Backup() {}

    /**
     * What was copied.
     *
     * @param directory the backup
     * @param position last transaction it holds
     * @param snapshots in it
     * @param epochs in it
     */
    public record Result(Path directory, long position, int snapshots, int epochs) {}

    /**
     * Backs up a stopped bank.
     *
     * @param to directory of the backup; must not exist
     * @throws IOException also when nothing could be restored from it: a bank on a database may have no snapshot
     */
    public static Result offline(Path data, Path to, Progress progress) throws IOException {
        try (StoredBank bank = StoredBank.open(data)) {
            Epochs epochs = Epochs.of(bank.epochs());
            boolean reachesFounding = epochs.isEmpty() || epochs.positionBefore(0) == 0;
            if (!reachesFounding && bank.snapshots().newestFirst(damage -> {}).isEmpty()) {
                throw new IOException(
                        data + " holds no whole snapshot, and its epochs do not reach back to the founding of"
                                + " the bank: a backup of them could not be restored; start the bank and back it up while it runs");
            }
            return copy(bank.epochs(), bank.snapshots(), Long.MAX_VALUE, to, progress);
        }
    }

    /**
     * Copies snapshots and epochs; the backup has its name only once it is whole.
     *
     * @param through last position to copy: behind it nothing may be durable yet
     */
    static Result copy(JournalSource epochs, SnapshotStore snapshots, long through, Path to, Progress progress)
            throws IOException {
        if (Files.exists(to)) {
            throw new FileAlreadyExistsException(to + " exists; a backup needs a directory of its own");
        }
        Path unfinished = to.resolveSibling(to.getFileName() + ".unfinished");
        if (Files.exists(unfinished)) {
            throw new FileAlreadyExistsException(unfinished + " is of a backup that did not end; remove it first");
        }
        DiskFolder folder = DiskFolder.open(unfinished);
        SnapshotStore copied = new SnapshotStore(List.of(folder.folder("snapshots")));
        int count = 0;
        for (Snapshot snapshot : snapshots.newestFirst(damage -> {})) {
            if (snapshot.end().position() <= through) {
                copied.copy(snapshot, (done, total) -> progress.at("copying a snapshot, pages", done, total));
                count++;
            }
        }
        EpochArchive archive = new EpochArchive(folder.folder("archive"));
        Epochs history = Epochs.of(epochs);
        long position = 0;
        for (int index = 0; index < history.size(); index++) {
            position = Math.max(position, archive.keep(epochs, history, index, through));
            progress.at("copying epochs", index + 1, history.size());
        }
        Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
        Path parent = to.toAbsolutePath().getParent();
        if (parent != null) {
            DurableFiles.forceDirectory(parent);
        }
        return new Result(to, position, count, history.size());
    }
}
