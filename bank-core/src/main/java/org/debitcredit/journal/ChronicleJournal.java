package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The journal on Chronicle Queue: one queue directory per epoch, one Chronicle document per document of ours, raw bytes.
 *
 * <p>Chronicle's own {@code sync()} is not a commit barrier and its reader ends silently at damage, so durability is
 * ours: {@link #force} is fdatasync on the queue's file, which flushes pages dirtied through the mapping too; a queue
 * directory is appended to only by the process that made it; {@link ChronicleEpochSource} reads the raw file. Chronicle
 * never rolls, because its clock stands still.
 */
public final class ChronicleJournal implements Journal {

    /** Beside the zeros ahead: Chronicle's own files and index pages, and the first documents. */
    private static final long SPACE_RESERVE_BYTES = 8 << 20;

    private static final Pattern EPOCH_NAME = Pattern.compile("epoch-(\\d{6,})");

    private final Path directory;
    private final DirectoryLock lock;
    private final long fillAheadBytes;

    private @Nullable ChronicleEpoch current;

    private ChronicleJournal(Path directory, DirectoryLock lock, long fillAheadBytes) {
        this.directory = directory;
        this.lock = lock;
        this.fillAheadBytes = fillAheadBytes;
    }

    /**
     * Opens a journal directory, made where missing, for this process alone.
     *
     * @param fillAheadBytes how far zeros are written ahead of the documents; 0 writes none, and then each force
     *     allocates its own blocks and a full disk is met in the mapping, not ahead of it: for measuring the difference
     * @throws IOException also when another server holds the directory
     */
    public static ChronicleJournal open(Path directory, long fillAheadBytes) throws IOException {
        DurableFiles.createDirectories(directory);
        return new ChronicleJournal(directory, DirectoryLock.acquire(directory), fillAheadBytes);
    }

    @Override
    public List<Long> epochs() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> EPOCH_NAME.matcher(entry.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(name -> Long.valueOf(name.group(1)))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        return ChronicleEpochSource.open(epochDirectory(epoch));
    }

    @Override
    public void beginEpoch(long epoch) throws IOException {
        endCurrent();
        for (long earlier : epochs()) {
            DurableFiles.forceAll(epochDirectory(earlier));
        }
        requireSpace();
        Path epochDirectory = epochDirectory(epoch);
        Files.createDirectory(epochDirectory);
        current = new ChronicleEpoch(epochDirectory, fillAheadBytes);
        DurableFiles.forceDirectory(directory);
    }

    @Override
    public void append(ByteBuffer document) throws IOException {
        current().append(document);
    }

    @Override
    public void force() throws IOException {
        current().force();
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            endCurrent();
        }
    }

    private void endCurrent() throws IOException {
        if (current != null) {
            current.close();
            current = null;
        }
    }

    private ChronicleEpoch current() {
        if (current == null) {
            throw new IllegalStateException("no epoch has begun");
        }
        return current;
    }

    private void requireSpace() throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        long needed = fillAheadBytes + SPACE_RESERVE_BYTES;
        if (free < needed) {
            throw new IOException("disk of " + directory.toAbsolutePath() + " has " + free
                    + " bytes free; the journal needs at least " + needed + " to begin");
        }
    }

    private Path epochDirectory(long epoch) {
        return directory.resolve(String.format("epoch-%06d", epoch));
    }
}
