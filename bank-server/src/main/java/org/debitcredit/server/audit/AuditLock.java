package org.debitcredit.server.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.debitcredit.storage.OwnerOnly;
import org.debitcredit.storage.ProcessIdentity;

/**
 * The right of one service to write an audit file: a lock on the file {@code .NAME.lock} beside it, which names the
 * process. Two services would rename each other's files, and overwrite each other's lines.
 */
final class AuditLock implements AutoCloseable {

    private static final int TEXT_BYTES_MAX = 64;

    /**
     * The lock files of this process. It must not open them again: when a process closes any of its handles of a file,
     * it loses its lock of that file.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel channel;

    private AuditLock(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Takes the lock; held until closed or the process ends.
     *
     * @throws IOException when another service has it; names the process
     */
    static AuditLock acquire(Path file) throws IOException {
        Path real = Files.isRegularFile(file) ? file.toRealPath() : parent(file).resolve(file.getFileName());
        Path path = real.resolveSibling("." + real.getFileName() + ".lock");
        if (!HELD.add(path)) {
            throw inUse(ProcessIdentity.current().text());
        }
        boolean isTaken = false;
        try {
            AuditLock lock = new AuditLock(path, locked(path));
            isTaken = true;
            return lock;
        } finally {
            if (!isTaken) {
                HELD.remove(path);
            }
        }
    }

    private static Path parent(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IOException("it is a directory");
        }
        return parent.toRealPath();
    }

    private static FileChannel locked(Path path) throws IOException {
        FileChannel opened = FileChannel.open(
                path,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                OwnerOnly.file());
        try {
            if (opened.tryLock() == null) {
                throw inUse(text(opened));
            }
            opened.truncate(0);
            opened.write(ascii(ProcessIdentity.current().text()), 0);
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String text(FileChannel lock) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(TEXT_BYTES_MAX);
        lock.read(text, 0);
        return new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip();
    }

    private static IOException inUse(String holder) {
        String process = ProcessIdentity.parse(holder)
                .map(known -> Long.toString(known.pid()))
                .orElse("unknown");
        return new IOException(
                "another service writes it (process " + process + "); give each service an audit log of its own");
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(path);
        }
    }
}
