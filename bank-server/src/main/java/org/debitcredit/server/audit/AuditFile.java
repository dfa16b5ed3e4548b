package org.debitcredit.server.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import org.debitcredit.storage.OwnerOnly;
import org.jspecify.annotations.Nullable;

/**
 * A file that lines are added to. When it is full, it is renamed to {@code NAME.1}, an earlier {@code NAME.1} to
 * {@code NAME.2} and so on, and the oldest file is deleted. If another program has moved, deleted or emptied the file,
 * the next line begins a new one. Only their owner can read them. For one thread.
 */
final class AuditFile implements AutoCloseable {

    private final Path file;
    private final long bytesMax;
    private final int filesMax;
    private final AuditLock lock;
    private FileChannel channel;
    /** Identity of the open file; null where the system has none. */
    private @Nullable Object key;

    private long bytes;

    /**
     * Opens the file, or creates it.
     *
     * @param bytesMax size that a file may reach
     * @param filesMax most files, this one included
     * @throws IOException when it cannot be written, or another service writes it
     */
    AuditFile(Path file, long bytesMax, int filesMax) throws IOException {
        this.file = file;
        this.bytesMax = bytesMax;
        this.filesMax = filesMax;
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null && !Files.isWritable(directory)) {
            throw new IOException("files cannot be renamed in the directory " + directory
                    + "; give the log a directory that the service may write to");
        }
        this.lock = AuditLock.acquire(file);
        try {
            this.channel = open();
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** A line that an earlier process did not complete is ended here. */
    private FileChannel open() throws IOException {
        FileChannel opened = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                OwnerOnly.file());
        try {
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                OwnerOnly.restrict(file);
            }
            key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            bytes = opened.size();
            opened.position(bytes);
            ByteBuffer last = ByteBuffer.allocate(1);
            if (bytes > 0 && opened.read(last, bytes - 1) == 1 && last.get(0) != '\n') {
                bytes += opened.write(ByteBuffer.wrap(new byte[] {'\n'}));
            }
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Adds whole lines. Together they must not be longer than a file may be. */
    void write(byte[] lines) throws IOException {
        if (channel.isOpen() && !isInPlace()) {
            channel.close();
        }
        if (!channel.isOpen()) {
            channel = open();
        }
        if (bytes > 0 && bytes + lines.length > bytesMax) {
            rotate();
        }
        ByteBuffer left = ByteBuffer.wrap(lines);
        try {
            while (left.hasRemaining()) {
                bytes += channel.write(left);
            }
        } catch (IOException e) {
            // The next opening ends the line that may be half written.
            channel.close();
            throw e;
        }
    }

    /**
     * Whether the file of this name is the one that is open, as long as it was left. Otherwise another program, such as
     * logrotate, has changed it: lines would be lost with a deleted file, or follow a gap in an emptied one.
     */
    private boolean isInPlace() {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return Objects.equals(found.fileKey(), key) && (found.isOther() || found.size() == bytes);
        } catch (IOException gone) {
            return false;
        }
    }

    private void rotate() throws IOException {
        channel.force(true);
        channel.close();
        for (int number = filesMax - 1; number >= 1; number--) {
            Path older = number == 1 ? file : numbered(number - 1);
            if (Files.exists(older)) {
                Files.move(older, numbered(number), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (filesMax == 1) {
            Files.delete(file);
        }
        channel = open();
    }

    private Path numbered(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    /** Forces the current file to the disk, if it is open, and closes it. */
    @Override
    public void close() throws IOException {
        try (lock;
                FileChannel closing = channel) {
            if (closing.isOpen()) {
                closing.force(true);
            }
        }
    }
}
