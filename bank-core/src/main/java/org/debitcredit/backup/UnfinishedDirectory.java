package org.debitcredit.backup;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.founding.BankRecordFile;
import org.debitcredit.storage.DirectoryLock;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.storage.MediumWatch;
import org.jspecify.annotations.Nullable;

/**
 * A directory that a backup or a restore is filling, under a special name. It is locked meanwhile, and deleted unless
 * it is finished. An unlocked directory with such a name was left by a killed process.
 */
final class UnfinishedDirectory implements AutoCloseable {

    /** What backups and restores make in it. The archive, which both have, holds the lock's file. */
    private static final Set<String> MADE = Set.of("archive", "snapshots", "journal", BankRecordFile.NAME);

    private final Path path;
    private final MediumWatch watch;
    private @Nullable DirectoryLock lock;

    private UnfinishedDirectory(Path path, MediumWatch watch, DirectoryLock lock) {
        this.path = path;
        this.watch = watch;
        this.lock = lock;
    }

    /**
     * Makes the directory, in place of what a process that was killed left of it.
     *
     * @param watch in which all accesses take part
     * @throws IOException if another process is filling it, or if something else has this name
     */
    static UnfinishedDirectory make(Path path, MediumWatch watch) throws IOException {
        boolean isThere = watch.during("looking for it", path, () -> Files.exists(path, LinkOption.NOFOLLOW_LINKS));
        if (isThere && !deleteIfLeft(path, watch)) {
            throw new IOException(
                    path + " is being filled by another process, or does not come from a backup or restore that"
                            + " was interrupted. Wait for that process, or move the directory elsewhere");
        }
        return new UnfinishedDirectory(path, watch, locked(path, watch));
    }

    private static DirectoryLock locked(Path path, MediumWatch watch) throws IOException {
        Path archive = BankFolders.archive(path);
        return watch.during("taking its lock", archive, () -> {
            DurableFiles.createDirectories(archive);
            return DirectoryLock.acquire(archive);
        });
    }

    /**
     * Deletes what a process that was killed left.
     *
     * @param watch in which all accesses take part
     * @return false if a process is filling it, or if something else has this name; it is not changed then
     */
    static boolean deleteIfLeft(Path path, MediumWatch watch) throws IOException {
        DirectoryLock lock;
        try {
            if (!watch.during("listing it", path, () -> holdsNothingElse(path))) {
                return false;
            }
            lock = locked(path, watch);
        } catch (IOException inUseOrNotOurs) {
            return false;
        }
        try (lock) {
            watch.requireNotAbandoned();
            DurableFiles.deleteTree(path, DurableFiles::pause);
        }
        return true;
    }

    /**
     * Deletes a finished directory. It is locked and renamed first, so that what a crash leaves of it is unfinished.
     *
     * @throws IOException if it cannot be deleted; unless that had begun, it is not changed
     */
    static void delete(Path finished, Path unfinished) throws IOException {
        DirectoryLock lock = locked(finished, MediumWatch.NONE);
        try (lock) {
            try {
                DurableFiles.renameDirectory(finished, unfinished);
            } catch (IOException | RuntimeException e) {
                Files.deleteIfExists(BankFolders.archive(finished).resolve("lock"));
                throw e;
            }
            lock.movedTo(BankFolders.archive(unfinished));
            DurableFiles.deleteTree(unfinished, DurableFiles::pause);
        }
    }

    private static boolean holdsNothingElse(Path path) throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                if (!MADE.contains(entry.getFileName().toString())) {
                    return false;
                }
            }
        }
        return true;
    }

    Path path() {
        return path;
    }

    /**
     * Gives the directory its final name, durably. From now on it is not abandoned any more.
     *
     * @throws IOException also if it was abandoned before
     */
    void rename(Path to) throws IOException {
        watch.end();
        Files.move(path, to, StandardCopyOption.ATOMIC_MOVE);
        finish(to);
        Path parent = to.toAbsolutePath().getParent();
        if (parent != null) {
            DurableFiles.forceDirectory(parent);
        }
    }

    /**
     * Moves what is in the directory up into the one around it, durably. The journal is the last, because it makes the
     * other directory a bank. From now on it is not abandoned any more.
     *
     * @throws IOException also if it was abandoned before
     */
    void moveUp(Path into) throws IOException {
        watch.end();
        Path journal = BankFolders.journal(path);
        List<Path> others;
        try (Stream<Path> entries = Files.list(path)) {
            others = entries.filter(entry -> !entry.equals(journal)).toList();
        }
        for (Path entry : others) {
            DurableFiles.renameDirectory(entry, into.resolve(path.relativize(entry)));
        }
        DurableFiles.renameDirectory(journal, BankFolders.journal(into));
        finish(into);
        Files.delete(path);
    }

    private void finish(Path directory) throws IOException {
        DirectoryLock held = lock;
        lock = null;
        if (held != null) {
            try (held) {
                Files.delete(BankFolders.archive(directory).resolve("lock"));
            }
        }
    }

    /** Deletes the directory unless it is finished, also on a thread that was interrupted and can use no file. */
    @Override
    public void close() throws IOException {
        DirectoryLock held = lock;
        lock = null;
        if (held == null) {
            return;
        }
        boolean isInterrupted = Thread.interrupted();
        try (held) {
            DurableFiles.deleteTree(path, DurableFiles::pause);
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
