package org.debitcredit.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A reader's shared lock on the file that {@link DirectoryLock} locks exclusively. It is refused while a server runs,
 * and no server starts while it is held. Nothing is written: where the directory has no lock file, or its permissions
 * forbid reading it, nothing is locked.
 */
public final class SharedLock implements AutoCloseable {

    /**
     * Channels of files that another part of this process has locked. They stay open, because the system releases all
     * locks that a process has on a file as soon as the process closes any channel of that file.
     */
    private static final Queue<FileChannel> KEPT_OPEN = new ConcurrentLinkedQueue<>();

    private final @Nullable FileChannel channel;

    private SharedLock(@Nullable FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes a share of the lock; held until closed or the process ends.
     *
     * @throws DirectoryInUse when a server holds the lock; names the process
     * @throws IOException when the lock file cannot be read although its permissions allow it
     */
    public static SharedLock acquire(Path directory) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory.resolve("lock"), StandardOpenOption.READ);
        } catch (NoSuchFileException | AccessDeniedException e) {
            return new SharedLock(null);
        }
        try {
            FileLock share = channel.tryLock(0, Long.MAX_VALUE, true);
            if (share != null) {
                return new SharedLock(channel);
            }
            throw inUse(directory, channel);
        } catch (OverlappingFileLockException e) {
            KEPT_OPEN.add(channel);
            throw inUse(directory, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static IOException inUse(Path directory, FileChannel lock) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(ProcessIdentity.TEXT_LENGTH_MAX);
        lock.read(text, 0);
        Optional<ProcessIdentity> holder =
                ProcessIdentity.parse(new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip());
        return new DirectoryInUse(
                "the data directory " + directory.toAbsolutePath().getParent()
                        + " is in use by a server (process "
                        + holder.map(process -> Long.toString(process.pid())).orElse("unknown")
                        + "). Stop it first, or have it take a backup and read that",
                holder.orElse(null));
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
