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
    /** By the folder's name. */
    private final Map<String, DirectoryLock> locks = new HashMap<>();

    public DiskDirectory(Path path) {
        this.path = path;
    }

    @Override
    public boolean exists() {
        return Files.isDirectory(path);
    }

    @Override
    public List<String> entries(String folder) throws IOException {
        Path directory = path.resolve(folder);
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public Folder forReading() {
        return DiskFolder.forReading(path);
    }

    @Override
    public DiskFolder root() throws IOException {
        return DiskFolder.open(path);
    }

    /** {@inheritDoc} A directory that this process must not write to holds no name that it made. */
    @Override
    public void forceName() throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        while (parent != null && Files.isWritable(parent)) {
            DurableFiles.forceDirectory(parent);
            parent = parent.getParent();
        }
    }

    @Override
    public DiskFolder folder(String name) throws IOException {
        return DiskFolder.open(path.resolve(name));
    }

    @Override
    public FolderLock lock(String folder) throws IOException {
        DirectoryLock lock = DirectoryLock.acquire(path.resolve(folder));
        locks.put(folder, lock);
        return lock;
    }

    @Override
    public void rename(String from, String to) throws IOException {
        DurableFiles.renameDirectory(path.resolve(from), path.resolve(to));
        DirectoryLock lock = locks.remove(from);
        if (lock != null) {
            lock.movedTo(path.resolve(to));
            locks.put(to, lock);
        }
    }

    @Override
    public void delete(String folder) throws IOException {
        if (Files.exists(path.resolve(folder))) {
            DurableFiles.deleteTree(path.resolve(folder));
        }
    }

    @Override
    public boolean isSame(DataDirectory other) throws IOException {
        return other instanceof DiskDirectory disk
                && Files.exists(path)
                && Files.exists(disk.path)
                && Files.isSameFile(path, disk.path);
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
