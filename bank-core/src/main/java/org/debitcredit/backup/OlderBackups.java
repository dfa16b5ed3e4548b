package org.debitcredit.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.storage.MediumWatch;

/**
 * Deletes backups once newer ones are complete, in pieces, so that the forces of a bank on the same disk are not
 * delayed.
 */
public final class OlderBackups {

    private OlderBackups() {}

    /**
     * Deletes the oldest backups beside a new one. Its name and theirs differ only in their digits, which are a time, so
     * that the order of the names is that of the backups. Whatever else is in the directory stays.
     *
     * @param newest a complete backup, which is never deleted
     * @param kept number of backups to keep, at least 1, with the newest
     * @return what was deleted, the oldest first
     */
    public static List<Path> delete(Path newest, int kept) throws IOException {
        if (kept < 1) {
            throw new IllegalArgumentException("kept is " + kept + "; it must be at least 1");
        }
        Path directory = newest.toAbsolutePath().getParent();
        if (directory == null) {
            return List.of();
        }
        List<Path> older;
        try (Stream<Path> entries = Files.list(directory)) {
            older = entries.filter(entry -> isLike(entry, newest)).sorted().toList();
        }
        List<Path> deleted = new ArrayList<>();
        for (Path backup : older.subList(0, Math.max(0, older.size() - (kept - 1)))) {
            if (!UnfinishedDirectory.holdsNothingElse(backup)) {
                continue;
            }
            // Under this name it is no backup any more, and the next one deletes what a crash leaves of it.
            Path unfinished = backup.resolveSibling(backup.getFileName() + Backup.UNFINISHED);
            Files.move(backup, unfinished, StandardCopyOption.ATOMIC_MOVE);
            DurableFiles.forceDirectory(directory);
            if (UnfinishedDirectory.deleteIfLeft(unfinished, MediumWatch.NONE)) {
                deleted.add(backup);
            }
        }
        return deleted;
    }

    private static boolean isLike(Path entry, Path newest) {
        return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
                && !entry.getFileName().equals(newest.getFileName())
                && Backup.withoutDigits(entry.getFileName().toString())
                        .equals(Backup.withoutDigits(newest.getFileName().toString()));
    }
}
