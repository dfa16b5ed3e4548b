package org.debitcredit.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes files and directories survive a power cut: a file is durable only when its directory entry is too. */
public final class DurableFiles {

    private static final long PIECE_BYTES = 4 << 20;
    private static final long PAUSE_NANOS = 10_000_000;

    private static final String UNFINISHED = ".new";

    private DurableFiles() {}

    /** Writes a small file in place of any other of its name. A power cut leaves the whole of one of them. */
    public static void replace(Folder folder, String name, String text) throws IOException {
        String unfinished = name + UNFINISHED;
        try {
            folder.delete(unfinished);
        } catch (NoSuchFileException usual) {
            // Only a crash leaves one.
        }
        try (DataFile file = folder.create(unfinished)) {
            file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
            file.force();
        }
        folder.rename(unfinished, name);
        folder.force();
    }

    /** Creates a directory and its missing parents, for their owner only, and forces each entry that was made. */
    public static void createDirectories(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath();
        if (Files.isDirectory(absolute)) {
            return;
        }
        Path parent = absolute.getParent();
        if (parent != null) {
            createDirectories(parent);
        }
        Files.createDirectory(absolute, OwnerOnly.directory());
        if (parent != null) {
            forceDirectory(parent);
        }
    }

    /** Makes a directory's entries durable. */
    public static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Forces a directory, its regular files and its own entry in its parent. */
    public static void forceAll(Path directory) throws IOException {
        for (Path file : regularFiles(directory)) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
        forceDirectory(directory);
        @Nullable Path parent = directory.getParent();
        if (parent != null) {
            forceDirectory(parent);
        }
    }

    /** Deletes a directory and the regular files in it, even if another process does the same. */
    public static void deleteAll(Path directory) throws IOException {
        for (Path file : regularFiles(directory)) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(directory);
    }

    /**
     * Deletes a directory and the regular files in it, each {@linkplain #deleteInPieces in pieces}.
     *
     * @param pause taken after each piece
     */
    public static void deleteAll(Path directory, Runnable pause) throws IOException {
        for (Path file : regularFiles(directory)) {
            deleteInPieces(file, pause);
        }
        Files.delete(directory);
    }

    /**
     * Deletes a file from its end in pieces: freeing a large one at once delays forces of other files for tens of
     * milliseconds, at least on ext4. A file that has another name as well, such as in a copy of hard links, loses only
     * this one.
     *
     * @param pause taken after each piece
     */
    static void deleteInPieces(Path file, Runnable pause) throws IOException {
        if (!hasAnotherName(file)) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                shortenInPieces(channel, 0, pause);
            }
        }
        Files.delete(file);
    }

    /**
     * Truncates a file from its end in pieces.
     *
     * @param bytes that are left
     * @param pause taken after each piece
     */
    public static void shortenInPieces(FileChannel channel, long bytes, Runnable pause) throws IOException {
        for (long size = channel.size() - PIECE_BYTES; size > bytes; size -= PIECE_BYTES) {
            channel.truncate(size);
            pause.run();
        }
        channel.truncate(bytes);
    }

    /** Whether the file system of a path tells how many names a file has. */
    static boolean countsNames(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    /**
     * Whether a file has another name as well. Its content is then not freed, so deleting this name is quick, and
     * truncating the file would destroy what the other name shows.
     */
    private static boolean hasAnotherName(Path file) throws IOException {
        return countsNames(file) && !Integer.valueOf(1).equals(Files.getAttribute(file, "unix:nlink"));
    }

    /** Pauses, so that the disk is free for others. */
    public static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** Deletes a directory with everything in it, at any depth. */
    public static void deleteTree(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /**
     * Deletes a directory with everything in it, at any depth, each file {@linkplain #deleteInPieces in pieces}.
     *
     * @param pause taken after each piece
     */
    public static void deleteTree(Path directory, Runnable pause) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    deleteInPieces(path, pause);
                } else {
                    Files.delete(path);
                }
            }
        }
    }

    /** Renames a directory beside itself; the new name is durable on return. */
    public static void renameDirectory(Path from, Path to) throws IOException {
        if (Files.exists(to)) {
            throw new FileAlreadyExistsException(to.toString());
        }
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        Path parent = to.toAbsolutePath().getParent();
        if (parent != null) {
            forceDirectory(parent);
        }
    }

    private static List<Path> regularFiles(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(Files::isRegularFile).toList();
        }
    }
}
