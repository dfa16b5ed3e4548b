package org.debitcredit.backup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.storage.DiskFolder;
import org.jspecify.annotations.Nullable;

/** Finds and deletes backups that are no longer to be kept once a newer one is complete. */
public final class OlderBackups {

    private OlderBackups() {}

    /**
     * A backup beside the new one.
     *
     * @param epoch number of its last epoch
     */
    private record Older(Path path, long epoch) {}

    /**
     * The oldest backups beside a new one that are too many. Only a backup whose history the new one continues is one of
     * them and counts: those of another bank, of a history that a restore or an accepted loss has left, and whatever
     * else is in the directory may be all that is left of something. Their age is that of their epochs, because the time
     * in their names is of a clock that may have been set.
     *
     * @param newest a complete backup; the names of the others differ from its name only in their digits
     * @param kept number of backups to keep, at least 1, with the newest
     * @return what to delete, the oldest first
     */
    public static List<Path> surplus(Path newest, int kept) throws IOException {
        if (kept < 1) {
            throw new IllegalArgumentException("kept is " + kept + "; it must be at least 1");
        }
        List<Path> alike = alike(newest);
        if (alike.size() < kept) {
            return List.of();
        }
        Epochs history = Epochs.of(archive(newest));
        List<Older> older = new ArrayList<>();
        for (Path entry : alike) {
            Epochs last = lastEpoch(entry);
            if (last != null && continues(history, last)) {
                older.add(new Older(entry, last.number(0)));
            }
        }
        older.sort(Comparator.comparingLong(Older::epoch).thenComparing(Older::path));
        return older.stream()
                .limit(Math.max(0, older.size() - (kept - 1)))
                .map(Older::path)
                .toList();
    }

    /**
     * Deletes a backup in pieces, so that the forces of a bank on the same disk are not delayed. The next backup deletes
     * what a crash leaves of it.
     *
     * @throws IOException if it cannot be deleted; unless that had begun, it is a backup as before
     */
    public static void delete(Path backup) throws IOException {
        UnfinishedDirectory.delete(backup, backup.resolveSibling(backup.getFileName() + Backup.UNFINISHED));
    }

    private static List<Path> alike(Path newest) throws IOException {
        Path directory = newest.toAbsolutePath().getParent();
        if (directory == null) {
            return List.of();
        }
        Path name = newest.getFileName();
        List<Path> alike = new ArrayList<>();
        for (Path entry : entries(directory)) {
            Path other = entry.getFileName();
            if (!other.equals(name)
                    && Backup.withoutDigits(other.toString()).equals(Backup.withoutDigits(name.toString()))
                    && holdsBackup(entry)) {
                alike.add(entry);
            }
        }
        return alike;
    }

    /** Whether a directory has the two directories of a backup and nothing else. With a journal it is a bank. */
    private static boolean holdsBackup(Path entry) {
        try {
            return isDirectory(entry)
                    && entries(entry).size() == 2
                    && isDirectory(BankFolders.archive(entry))
                    && isDirectory(BankFolders.snapshots(entry));
        } catch (IOException | UncheckedIOException unreadable) {
            return false;
        }
    }

    private static boolean isDirectory(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }

    private static EpochArchive archive(Path backup) {
        return new EpochArchive(DiskFolder.forReading(BankFolders.archive(backup)));
    }

    /** The last epoch of a backup, alone; null if there is none, or if its beginning cannot be read. */
    private static @Nullable Epochs lastEpoch(Path backup) {
        EpochArchive archive = archive(backup);
        JournalSource last = new JournalSource() {
            @Override
            public List<Long> epochs() throws IOException {
                List<Long> all = archive.epochs();
                return all.subList(Math.max(0, all.size() - 1), all.size());
            }

            @Override
            public DocumentSource read(long epoch) throws IOException {
                return archive.read(epoch);
            }
        };
        try {
            Epochs epochs = Epochs.of(last);
            return epochs.isEmpty() ? null : epochs;
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }

    /** An epoch that the history does not hold may have been removed from its beginning. */
    private static boolean continues(Epochs history, Epochs last) {
        BankIdentity bank = history.identity();
        BankIdentity other = last.identity();
        return bank != null
                && other != null
                && bank.id().equals(other.id())
                && (history.indexOf(last.id(0)) >= 0 || last.number(0) < history.number(0));
    }
}
