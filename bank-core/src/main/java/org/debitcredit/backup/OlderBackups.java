package org.debitcredit.backup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.storage.DiskFolder;
import org.jspecify.annotations.Nullable;

/**
 * Tells of which bank a backup is, and finds and deletes backups that are no longer to be kept once a newer one is
 * complete.
 */
public final class OlderBackups {

    private OlderBackups() {}

    /**
     * A backup beside the new one.
     *
     * @param bank that it is of
     * @param last id of its last epoch
     * @param number of its last epoch
     * @param first number of its first epoch
     */
    record Older(Path path, UUID bank, UUID last, long number, long first) {}

    /**
     * The oldest backups beside a new one that are too many. Only a backup whose history the new one continues is one
     * of them and counts: its last epoch is in the history of the new one, or of another backup that counts. Those of
     * another bank, of a history that a restore or an accepted loss has left, and whatever else is in the directory may
     * be all that is left of something. So a gap between the histories of two backups keeps all that are before it, as
     * does damage that makes one: numbers of epochs prove nothing, because a restore begins them again.
     *
     * <p>A backup that the caller has taken of the same bank since it was opened counts too, whatever there is between:
     * the history of an open bank is one. Otherwise a bank that removes its history faster than it is backed up would
     * keep all backups.
     *
     * <p>The age of backups is that of their epochs, because the time in their names is of a clock that may have been
     * set.
     *
     * <p>This reads the beginning of each backup's last epoch. Further ones are read only if the new history no longer
     * reaches back to the last epoch of an older backup.
     *
     * <p>A backup that begins before a gap which the new one follows is not one of them either: it may be the only one
     * that has what is missing.
     *
     * @param newest a complete backup; the names of the others differ from its name only in their digits
     * @param kept number of backups to keep, at least 1, with the newest
     * @param taken names of backups beside it that are of the same bank since it was opened
     * @param followsGap whether the new one {@linkplain Backup.Result#followsGap follows a gap}
     * @return what to delete, the oldest first
     */
    public static List<Path> surplus(Path newest, int kept, Set<String> taken, boolean followsGap) throws IOException {
        if (kept < 1) {
            throw new IllegalArgumentException("kept is " + kept + "; it must be at least 1");
        }
        List<Path> alike = alike(newest);
        if (alike.size() < kept) {
            return List.of();
        }
        Epochs history = Epochs.of(archive(newest));
        BankIdentity bank = history.identity();
        if (bank == null) {
            return List.of();
        }
        List<Older> candidates = new ArrayList<>();
        for (Path entry : alike) {
            Older older = older(entry);
            boolean isBeforeGap = older != null && followsGap && older.first() < history.number(0);
            if (older != null && !isBeforeGap && older.bank().equals(bank.id())) {
                candidates.add(older);
            }
        }
        List<Older> older = new ArrayList<>(new ContinuedBackups(history, OlderBackups::archive)
                .among(
                        candidates,
                        known -> taken.contains(known.path().getFileName().toString())));
        older.sort(Comparator.comparingLong(Older::number).thenComparing(Older::path));
        return older.stream()
                .limit(Math.max(0, older.size() - (kept - 1)))
                .map(Older::path)
                .toList();
    }

    /** Id of the bank that a backup is of; null if it cannot be read. This reads the beginning of its last epoch. */
    public static @Nullable UUID bank(Path backup) {
        Older found = older(backup);
        return found == null ? null : found.bank();
    }

    /**
     * Deletes a backup in pieces, so that the forces of a bank on the same disk are not delayed. The next backup
     * deletes what a crash leaves of it.
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

    /** A backup by the beginning of its last epoch; null if there is none, or if it cannot be read. */
    private static @Nullable Older older(Path backup) {
        EpochArchive archive = archive(backup);
        try {
            List<Long> all = archive.epochs();
            Epochs epochs = Epochs.of(last(archive, all));
            BankIdentity bank = epochs.identity();
            return bank == null ? null : new Older(backup, bank.id(), epochs.id(0), epochs.number(0), all.get(0));
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }

    private static JournalSource last(EpochArchive archive, List<Long> epochs) {
        return new JournalSource() {
            @Override
            public List<Long> epochs() {
                return epochs.subList(Math.max(0, epochs.size() - 1), epochs.size());
            }

            @Override
            public DocumentSource read(long epoch) throws IOException {
                return archive.read(epoch);
            }
        };
    }
}
