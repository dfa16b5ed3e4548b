package org.debitcredit.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A directory of the file system. */
public final class DiskFolder implements Folder {

    private static final Set<StandardOpenOption> NEW_FILE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

    private final Path path;
    private final boolean isReadOnly;
    /**
     * Determined when first needed, because some containers do not show it and only the creation of segments needs it.
     */
    private volatile @Nullable FileStore store;

    private DiskFolder(Path path, boolean isReadOnly) {
        this.path = path;
        this.isReadOnly = isReadOnly;
    }

    /** Opens a directory, made durably with its parents where missing. */
    public static DiskFolder open(Path path) throws IOException {
        DurableFiles.createDirectories(path);
        return new DiskFolder(path, false);
    }

    /**
     * Opens an existing directory only to read the files in it, which needs no right to write. Everything that would
     * change the directory or a file throws {@link IllegalStateException}.
     */
    public static DiskFolder forReading(Path path) {
        return new DiskFolder(path, true);
    }

    private void requireWritable() {
        if (isReadOnly) {
            throw new IllegalStateException(path + " was opened for reading only");
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public List<String> names() throws IOException {
        try (Stream<Path> entries = Files.list(path)) {
            return entries.filter(Files::isRegularFile)
                    .map(entry -> entry.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @Override
    public DataFile create(String name) throws IOException {
        requireWritable();
        return new DiskFile(FileChannel.open(path.resolve(name), NEW_FILE, OwnerOnly.file()));
    }

    @Override
    public DataFile open(String name) throws IOException {
        Path file = path.resolve(name);
        return new DiskFile(
                isReadOnly
                        ? FileChannel.open(file, StandardOpenOption.READ)
                        : FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        requireWritable();
        Files.move(path.resolve(from), path.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(String name) throws IOException {
        requireWritable();
        Files.delete(path.resolve(name));
    }

    @Override
    public void deleteInPieces(String name) throws IOException {
        requireWritable();
        DurableFiles.deleteInPieces(path.resolve(name), DurableFiles::pause);
    }

    @Override
    public void force() throws IOException {
        requireWritable();
        DurableFiles.forceDirectory(path);
    }

    @Override
    public long usableBytes() throws IOException {
        FileStore found = store;
        if (found == null) {
            found = Files.getFileStore(path);
            store = found;
        }
        return found.getUsableSpace();
    }

    @Override
    public String place(String name) {
        return path.resolve(name).toString();
    }

    @Override
    public Folder folder(String name) throws IOException {
        requireWritable();
        return open(path.resolve(name));
    }

    @Override
    public String toString() {
        return path.toString();
    }

    private record DiskFile(FileChannel channel) implements DataFile {

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            return channel.read(into, at);
        }

        @Override
        public void write(ByteBuffer from, long at) throws IOException {
            long start = at - from.position();
            while (from.hasRemaining()) {
                channel.write(from, start + from.position());
            }
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
