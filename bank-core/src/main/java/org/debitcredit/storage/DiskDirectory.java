package org.debitcredit.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A data directory of the file system. One thread at a time. */
public final class DiskDirectory implements DataDirectory {

    private final Path path;
    private final MediumWatch watch;
    /** By the folder's name. */
    private final Map<String, DirectoryLock> locks = new HashMap<>();

    /** A directory that nothing watches. */
    public DiskDirectory(Path path) {
        this(path, MediumWatch.NONE);
    }

    public DiskDirectory(Path path, MediumWatch watch) {
        this.path = path;
        this.watch = watch;
    }

    @Override
    public boolean exists() throws IOException {
        return watch.during("looking for it", path, () -> Files.isDirectory(path));
    }

    @Override
    public List<String> entries(String folder) throws IOException {
        Path directory = path.resolve(folder);
        return watch.during("listing it", directory, () -> entries(directory));
    }

    private static List<String> entries(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public Folder forReading() {
        return DiskFolder.forReading(path, watch);
    }

    @Override
    public DiskFolder root() throws IOException {
        return DiskFolder.open(path, watch);
    }

    /** {@inheritDoc} A directory that this process must not write to holds no name that it made. */
    @Override
    public void forceName() throws IOException {
        watch.during("forcing its name", path, () -> {
            Path parent = path.toAbsolutePath().getParent();
            while (parent != null && Files.isWritable(parent)) {
                DurableFiles.forceDirectory(parent);
                parent = parent.getParent();
            }
            return true;
        });
    }

    @Override
    public DiskFolder folder(String name) throws IOException {
        return DiskFolder.open(path.resolve(name), watch);
    }

    @Override
    public FolderLock lock(String folder) throws IOException {
        Path locked = path.resolve(folder);
        DirectoryLock lock = watch.during("taking its lock", locked, () -> DirectoryLock.acquire(locked));
        locks.put(folder, lock);
        return lock;
    }

    @Override
    public void rename(String from, String to) throws IOException {
        watch.requireNotAbandoned();
        DurableFiles.renameDirectory(path.resolve(from), path.resolve(to));
        DirectoryLock lock = locks.remove(from);
        if (lock != null) {
            lock.movedTo(path.resolve(to));
            locks.put(to, lock);
        }
    }

    @Override
    public void delete(String folder) throws IOException {
        watch.requireNotAbandoned();
        if (Files.exists(path.resolve(folder))) {
            DurableFiles.deleteTree(path.resolve(folder));
        }
    }

    @Override
    public boolean isSame(DataDirectory other) throws IOException {
        return other instanceof DiskDirectory disk
                && exists()
                && disk.exists()
                && watch.during("looking for it", path, () -> Files.isSameFile(path, disk.path));
    }

    @Override
    public String place() {
        return path.toAbsolutePath().normalize().toString();
    }

    /** The path as it was given. */
    @Override
    public String toString() {
        return path.toString();
    }
}
