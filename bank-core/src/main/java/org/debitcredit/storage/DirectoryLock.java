package org.debitcredit.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The exclusive right of one process to write to a directory: a lock on its file {@code lock}, which names the process.
 * Chronicle itself lets two processes write.
 *
 * <p>The lock belongs to the file, not to its name. If somebody deletes the file, or renames or replaces the directory,
 * another process can take a lock of the same name. So the holder calls {@link #requireHeld} before it relies on what
 * it wrote. A process that takes a lock which was not released first waits {@value #TAKEOVER_MILLIS} ms, which is
 * longer than a holder relies on one check.
 */
public final class DirectoryLock implements FolderLock {

    /** Time for which a holder relies on one check of the name. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long TAKEOVER_MILLIS = 100;

    private static final String NAME = "lock";

    /** Made where it is missing. */
    private static final Set<StandardOpenOption> OPENED =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);

    /** Content of a lock that its holder released. An empty lock file gives no information. */
    private static final String GIVEN_BACK = "-";

    /**
     * The files that this process has locked. It must not even open them again: when a process closes one of its
     * handles of a file, it loses its lock of that file.
     */
    private static final Set<Object> HELD = ConcurrentHashMap.newKeySet();

    /** Directories whose locks a thread of this process is taking, for the same reason. */
    private static final Set<Path> BEING_LOCKED = ConcurrentHashMap.newKeySet();

    private final FileChannel channel;
    private volatile Path file;
    private final Object key;
    /** When the last check began that found the lock held. */
    private volatile long foundHeldNanos;

    private DirectoryLock(FileChannel channel, Path file, Object key) {
        this.channel = channel;
        this.file = file;
        this.key = key;
        this.foundHeldNanos = System.nanoTime();
        HELD.add(key);
    }

    /**
     * Takes the lock; held until closed or the process ends.
     *
     * @throws IOException when another process holds it, or this one already does; names the process
     */
    public static DirectoryLock acquire(Path directory) throws IOException {
        Path file = directory.toAbsolutePath().resolve(NAME);
        Path oneSpelling = Files.exists(directory) ? directory.toRealPath() : file;
        if (!BEING_LOCKED.add(oneSpelling)) {
            throw inUse(directory, Long.toString(ProcessHandle.current().pid()));
        }
        try {
            return acquire(directory, file);
        } finally {
            BEING_LOCKED.remove(oneSpelling);
        }
    }

    private static DirectoryLock acquire(Path directory, Path file) throws IOException {
        boolean isNew = !Files.exists(file);
        if (!isNew && HELD.contains(key(file))) {
            throw inUse(directory, Long.toString(ProcessHandle.current().pid()));
        }
        FileChannel channel = FileChannel.open(file, OPENED, OwnerOnly.file());
        DirectoryLock lock = null;
        try {
            if (channel.tryLock() == null) {
                throw inUse(directory, holder(channel));
            }
            boolean wasGivenBack = isNew ? isAlone(file) : content(channel).equals(GIVEN_BACK);
            lock = new DirectoryLock(channel, file, sign(channel, file));
            if (!wasGivenBack) {
                pause();
                lock.look();
            }
            return lock;
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw inUse(directory, Long.toString(ProcessHandle.current().pid()));
        } catch (IOException | RuntimeException e) {
            Closeables.close(e, lock == null ? channel : lock);
            throw e;
        }
    }

    private static IOException inUse(Path directory, String process) {
        return new IOException(
                "the data directory " + directory.toAbsolutePath().getParent()
                        + " is in use by another server (process " + process
                        + "), or verify, backup or restore is reading it. Stop that process, or use another directory");
    }

    private static String holder(FileChannel channel) throws IOException {
        return ProcessIdentity.parse(content(channel))
                .map(process -> Long.toString(process.pid()))
                .orElse("unknown");
    }

    private static String content(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(ProcessIdentity.TEXT_LENGTH_MAX);
        channel.read(bytes, 0);
        return StandardCharsets.US_ASCII.decode(bytes.flip()).toString().strip();
    }

    /** Whether the directory was never written to. */
    private static boolean isAlone(Path file) throws IOException {
        try (Stream<Path> entries = Files.list(Objects.requireNonNull(file.getParent()))) {
            return entries.allMatch(file::equals);
        }
    }

    private static byte[] write(FileChannel channel, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.US_ASCII);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(bytes), 0);
        return bytes;
    }

    /** Writes the holder of the lock, and returns the identity of the file with that name. */
    private static Object sign(FileChannel channel, Path file) throws IOException {
        byte[] holder = write(channel, ProcessIdentity.current().text());
        Object key = key(file);
        if (Files.size(file) != holder.length) {
            throw new IOException(file + " was replaced while it was locked");
        }
        return key;
    }

    private static Object key(Path file) throws IOException {
        return Objects.requireNonNullElse(
                Files.readAttributes(file, BasicFileAttributes.class).fileKey(), file);
    }

    private static void pause() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TAKEOVER_MILLIS);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** {@inheritDoc} For use by all threads. */
    @Override
    public void requireHeld() throws IOException {
        if (!channel.isOpen()) {
            throw new IOException(file + " was given back, and another server may have the bank by now");
        }
        if (System.nanoTime() - foundHeldNanos >= LOOK_NANOS) {
            look();
        }
    }

    private void look() throws IOException {
        long begun = System.nanoTime();
        Object found;
        try {
            found = key(file);
        } catch (IOException e) {
            throw new IOException(
                    file
                            + " no longer exists: the lock was deleted, or the directory was moved. Another server may"
                            + " have taken the bank over",
                    e);
        }
        if (!found.equals(key)) {
            throw new IOException(file + " is not the file that this process locked. Another server may"
                    + " have taken the bank over");
        }
        // Only now: while another thread checks, or after it found the lock lost, no thread may rely on that check.
        foundHeldNanos = begun;
    }

    /** The directory has another name now, given to it by this process. */
    public void movedTo(Path directory) {
        file = directory.toAbsolutePath().resolve(NAME);
    }

    /** Releases the lock. */
    @Override
    public void close() throws IOException {
        try (channel) {
            if (channel.isOpen()) {
                write(channel, GIVEN_BACK);
            }
        } finally {
            HELD.remove(key);
        }
    }
}
