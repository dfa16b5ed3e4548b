package org.debitcredit.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Keeps a second process, or a second bank of this one, off a directory. Chronicle itself lets two write. */
public final class DirectoryLock implements AutoCloseable {

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock; held until closed or the process ends.
     *
     * @throws IOException when someone else holds it; names the process
     */
    public static DirectoryLock acquire(Path directory) throws IOException {
        Path file = directory.resolve("lock");
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (tryLock(channel) == null) {
                throw new IOException(
                        "data directory " + directory.toAbsolutePath().getParent()
                                + " is in use by another server (process " + holder(file)
                                + "), or is read by verify, backup or restore; stop it, or give this one a directory of"
                                + " its own");
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            return new DirectoryLock(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static String holder(Path file) throws IOException {
        String pid = Files.readString(file, StandardCharsets.US_ASCII).strip();
        return pid.isEmpty() ? "unknown" : pid;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
