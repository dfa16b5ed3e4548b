package org.debitcredit.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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

    private final MediumWatch watch;

    private DiskFolder(Path path, boolean isReadOnly, MediumWatch watch) {
        this.path = path;
        this.isReadOnly = isReadOnly;
        this.watch = watch;
    }

    /** Opens a directory, made durably with its parents where missing. */
    public static DiskFolder open(Path path) throws IOException {
        return open(path, MediumWatch.NONE);
    }

    /** The same, watched. */
    public static DiskFolder open(Path path, MediumWatch watch) throws IOException {
        watch.during("making it", path, () -> {
            DurableFiles.createDirectories(path);
            return true;
        });
        return new DiskFolder(path, false, watch);
    }

    /**
     * Opens an existing directory only to read the files in it, which needs no right to write. Everything that would
     * change the directory or a file throws {@link IllegalStateException}.
     */
    public static DiskFolder forReading(Path path) {
        return forReading(path, MediumWatch.NONE);
    }

    /** The same, watched. */
    public static DiskFolder forReading(Path path, MediumWatch watch) {
        return new DiskFolder(path, true, watch);
    }

    private void requireWritable() throws IOException {
        if (isReadOnly) {
            throw new IllegalStateException(path + " was opened for reading only");
        }
        watch.requireNotAbandoned();
    }

    public Path path() {
        return path;
    }

    @Override
    public List<String> names() throws IOException {
        return watch.during("listing it", path, this::regularFiles);
    }

    private List<String> regularFiles() throws IOException {
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
        Path file = path.resolve(name);
        return opened(file, () -> FileChannel.open(file, NEW_FILE, OwnerOnly.file()));
    }

    @Override
    public SequentialFile createSequential(String name) throws IOException {
        requireWritable();
        Path file = path.resolve(name);
        return watch.during("opening it", file, () -> {
            SequentialFile direct = DirectPieces.create(file);
            return direct == null
                    ? new ForcedPieces(new DiskFile(FileChannel.open(file, NEW_FILE, OwnerOnly.file()), file, watch))
                    : direct;
        });
    }

    @Override
    public DataFile open(String name) throws IOException {
        Path file = path.resolve(name);
        return opened(
                file,
                () -> isReadOnly
                        ? FileChannel.open(file, StandardOpenOption.READ)
                        : FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    private DataFile opened(Path file, MediumWatch.Work<FileChannel> opening) throws IOException {
        return new DiskFile(watch.during("opening it", file, opening), file, watch);
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

    /**
     * {@inheritDoc} This is impossible for a folder that was opened for reading only, so that nothing about its files
     * changes, not even their number of names.
     */
    @Override
    public boolean link(String name, Folder to) throws IOException {
        if (isReadOnly || !(to instanceof DiskFolder other) || !DurableFiles.countsNames(path)) {
            return false;
        }
        requireWritable();
        other.requireWritable();
        Path file = path.resolve(name);
        Path otherName = other.path.resolve(name);
        return watch.during("linking it", file, () -> {
            try {
                Files.createLink(otherName, file);
                return true;
            } catch (FileAlreadyExistsException | NoSuchFileException e) {
                throw e;
            } catch (FileSystemException | UnsupportedOperationException impossible) {
                return false;
            }
        });
    }

    @Override
    public void force() throws IOException {
        requireWritable();
        DurableFiles.forceDirectory(path);
    }

    @Override
    public long usableBytes() throws IOException {
        return watch.during("querying its free space", path, () -> {
            FileStore found = store;
            if (found == null) {
                found = Files.getFileStore(path);
                store = found;
            }
            return found.getUsableSpace();
        });
    }

    @Override
    public String place(String name) {
        return path.resolve(name).toString();
    }

    @Override
    public Folder folder(String name) throws IOException {
        requireWritable();
        return open(path.resolve(name), watch);
    }

    @Override
    public String toString() {
        return path.toString();
    }

    private record DiskFile(FileChannel channel, Path file, MediumWatch watch) implements DataFile {

        @Override
        public long size() throws IOException {
            return watch.during("querying its size", file, channel::size);
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            return watch.during("reading it", file, () -> channel.read(into, at));
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
