package org.debitcredit.journal.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.storage.MediumWatch;
import org.jspecify.annotations.Nullable;

/**
 * The journal on Chronicle Queue: one queue directory per epoch, one Chronicle document per document of ours, raw
 * bytes.
 *
 * <p>Chronicle's own {@code sync()} is not a commit barrier and its reader ends silently at damage, so this class takes
 * care of durability: {@link #force} is fdatasync on the queue's file, which flushes pages dirtied through the mapping
 * too; a queue directory is appended to only by the process that made it; {@link ChronicleEpochSource} reads the raw
 * file. Chronicle never rolls, because its clock does not advance.
 */
public final class ChronicleJournal implements Journal {

    /** Beside the zeros ahead: Chronicle's own files and index pages, and the first documents. */
    private static final long SPACE_RESERVE_BYTES = 8 << 20;

    /** The most inherited epochs that a start reads to shorten them. Each start leaves one. */
    private static final int SHORTENED_MOST = 4;

    /** An epoch that is being deleted. A crash may leave one, which the next start deletes. */
    private static final String REMOVED_PREFIX = "removed-";

    /**
     * The queue that will be the next epoch; a crash leaves it, and the next start deletes it. A name is never used
     * twice, because Chronicle shares mappings by path, even of a file that was renamed.
     */
    private static final String NEXT_PREFIX = "next-";

    /** Distinguishes files of this process from those of another process that has taken over the directory. */
    private final String owner = "-" + UUID.randomUUID();

    private final Path directory;
    private final ChronicleEpochs found;
    private final long fillAheadBytes;
    private final MediumWatch watch;

    /** Pause between two pieces of a file that is being deleted. */
    private final Runnable rest;

    /**
     * Creates the next queue and closes the previous one. The writer waits for this thread, so it does nothing slow.
     */
    private final ExecutorService making = thread("bank-journal-epochs");

    /** Deletes epochs, which may take minutes. */
    private final ExecutorService deleting = thread("bank-journal-delete");

    /** Sizes by number, for the epochs that are no longer written. */
    private final Map<Long, Long> endedBytes = new ConcurrentHashMap<>();

    /** Their sum. */
    private final AtomicLong bytesOfEnded = new AtomicLong();

    private volatile @Nullable ChronicleEpoch current;
    private long currentNumber;
    /**
     * The queues that are or will be created for later epochs, the next one first. Used by the writer's thread only.
     */
    private final Deque<Future<ChronicleEpoch>> next = new ArrayDeque<>();
    /** The queue that was closed last, or is being closed. Its files must not be deleted before it is closed. */
    private volatile @Nullable Future<?> closing;
    /** Shortens the epoch that ended last. Used by the writer's thread only. */
    private @Nullable Future<?> shortening;
    /** Closing, shortening and deleting that runs in the background. */
    private final Queue<Future<?>> chores = new ConcurrentLinkedQueue<>();

    /** Part of the names of new queues, so that a second attempt has another name than the first. */
    private final AtomicLong queuesNamed = new AtomicLong();

    private volatile boolean closed;

    /** Whether the writer waits for what is shortened. */
    private volatile boolean isWaitedFor;

    private ChronicleJournal(Path directory, long fillAheadBytes, MediumWatch watch, Runnable rest) {
        this.directory = directory;
        this.watch = watch;
        this.found = new ChronicleEpochs(directory, watch);
        this.fillAheadBytes = fillAheadBytes;
        this.rest = rest;
    }

    private static ExecutorService thread(String name) {
        return Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Opens a journal directory, which is created if it is missing. The caller must keep other processes out of it.
     *
     * @param fillAheadBytes how far zeros are written ahead of the documents; 0 writes none, which is for measuring the
     *     difference: each force then allocates its own blocks, and a full disk causes a fault in the mapping
     */
    public static ChronicleJournal open(Path directory, long fillAheadBytes) throws IOException {
        return open(directory, fillAheadBytes, MediumWatch.NONE);
    }

    /**
     * The same for a start.
     *
     * @param watch in which its reads take part
     */
    public static ChronicleJournal open(Path directory, long fillAheadBytes, MediumWatch watch) throws IOException {
        return open(directory, fillAheadBytes, watch, DurableFiles::pause);
    }

    /**
     * The same with a different pause.
     *
     * @param rest taken after each piece of a file that is deleted
     */
    static ChronicleJournal open(Path directory, long fillAheadBytes, Runnable rest) throws IOException {
        return open(directory, fillAheadBytes, MediumWatch.NONE, rest);
    }

    private static ChronicleJournal open(Path directory, long fillAheadBytes, MediumWatch watch, Runnable rest)
            throws IOException {
        DurableFiles.createDirectories(directory);
        ChronicleJournal journal = new ChronicleJournal(directory, fillAheadBytes, watch, rest);
        journal.deleteLeftovers("");
        for (long epoch : journal.epochs()) {
            journal.ended(epoch, journal.found.writtenBytes(epoch));
        }
        return journal;
    }

    @Override
    public List<Long> epochs() throws IOException {
        return found.epochs();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        return found.read(epoch);
    }

    @Override
    public void beginEpoch(long epoch) throws IOException {
        watch.requireNotAbandoned();
        ChronicleEpoch ended = current;
        if (ended == null) {
            shortenInherited();
            forceInherited();
            requireSpace();
            current = ChronicleEpoch.make(nextDirectory(epoch), fillAheadBytes);
        } else {
            ChronicleEpoch taken = takeNext();
            ended(currentNumber, ended.bytes());
            current = taken;
            Future<?> closes = making.submit(() -> {
                ended.close();
                return null;
            });
            closing = closes;
            chores.add(closes);
            shortenOnceClosed(currentNumber, closes);
        }
        // Numbers may be skipped, so a queue that was created in advance may have another number.
        Files.move(current().directory(), found.queue(epoch), StandardCopyOption.ATOMIC_MOVE);
        DurableFiles.forceDirectory(directory);
        currentNumber = epoch;
        current().begin();
        if (next.isEmpty()) {
            make(0);
        }
    }

    /**
     * Creates another queue.
     *
     * @param bytes of zeros that it gets besides the first ones
     */
    private void make(long bytes) {
        Path made = nextDirectory(currentNumber + next.size() + 1);
        next.add(making.submit(() -> {
            requireSpace();
            try {
                return make(made, bytes);
            } catch (IOException | RuntimeException | Error e) {
                // What a full disk has room for again must not be taken by what it had no room for.
                Closeables.close(e, () -> deleteIfThere(made));
                throw e;
            }
        }));
    }

    private ChronicleEpoch make(Path made, long bytes) throws IOException {
        ChronicleEpoch epoch = ChronicleEpoch.make(made, fillAheadBytes);
        try {
            // Even a fill of 0 bytes would write everything that the filler keeps ahead, at once, while the writer
            // forces.
            if (bytes > 0) {
                epoch.fill(bytes);
            }
            return epoch;
        } catch (IOException | RuntimeException | Error e) {
            Closeables.close(e, epoch);
            throw e;
        }
    }

    private static void deleteIfThere(Path made) throws IOException {
        if (Files.exists(made)) {
            DurableFiles.deleteAll(made);
        }
    }

    /** {@inheritDoc} Zeros in this epoch's queue, and in those of the next ones. */
    @Override
    public void makeAhead(long bytes, long epochBytes) throws IOException {
        current().fill(Math.min(bytes, epochBytes));
        for (long left = bytes - epochBytes; left > 0; left -= epochBytes) {
            make(Math.min(left, epochBytes));
        }
        try {
            for (Future<ChronicleEpoch> made : next) {
                made.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("the journal's files could not be created in advance: " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the writer was interrupted, which must not happen", e);
        }
    }

    private void ended(long epoch, long bytes) {
        endedBytes.put(epoch, bytes);
        bytesOfEnded.addAndGet(bytes);
    }

    /** {@inheritDoc} A removed epoch does not count, though its files are deleted bit by bit. */
    @Override
    public long bytes() {
        ChronicleEpoch written = current;
        return bytesOfEnded.get() + (written == null ? 0 : written.bytes());
    }

    private Path nextDirectory(long epoch) {
        return directory.resolve(NEXT_PREFIX + epoch + "-" + queuesNamed.incrementAndGet() + owner);
    }

    /**
     * The queue that was created in advance. If that failed, for example because the disk was full for a moment, it is
     * created now. If that fails too, the epoch cannot begin.
     */
    private ChronicleEpoch takeNext() throws IOException {
        Future<ChronicleEpoch> made = next.remove();
        try {
            try {
                return made.get();
            } catch (ExecutionException e) {
                make(0);
                return next.removeLast().get();
            }
        } catch (ExecutionException e) {
            throw new IOException("the next epoch could not be created: " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the writer was interrupted, which must not happen", e);
        }
    }

    /**
     * Cuts off the zeros that were written ahead in an epoch that ended early, because each snapshot ends one and a
     * bank with little to do keeps them for a long time. A file that cannot be read stays as it is.
     */
    private void shortenOnceClosed(long epoch, Future<?> closes) {
        shortening = deleting.submit(() -> {
            awaitEnd(closes);
            try {
                return found.shorten(epoch, this::pause);
            } catch (IOException unreadableOrRemoved) {
                return false;
            }
        });
        chores.add(shortening);
    }

    /**
     * Cuts off zeros that earlier starts wrote ahead, because a bank that is started often would fill its disk with
     * them. This is not done when the journal is opened, because a start that is refused for what it reads must not
     * change a file. Only epochs that were there then are shortened, because a later one may belong to a server that
     * has taken over. A file that cannot be read stays as it is, because this start may not need it.
     */
    private void shortenInherited() throws IOException {
        int left = SHORTENED_MOST;
        // The newest first: the one that the last start left must not wait for others that cannot be shortened.
        for (long epoch : new TreeMap<>(endedBytes).descendingKeySet()) {
            watch.requireNotAbandoned();
            if (left > 0 && wasRead(epoch)) {
                left--;
            }
        }
        watch.requireNotAbandoned();
    }

    /** Shortens an inherited epoch if that is possible; returns whether much of it was read. */
    private boolean wasRead(long epoch) {
        try {
            return found.shorten(epoch, () -> {});
        } catch (IOException unreadable) {
            return true;
        }
    }

    /** {@inheritDoc} This has begun when the epoch ended. It is waited for, and does not pause meanwhile. */
    @Override
    public void shortenEnded() throws IOException {
        isWaitedFor = true;
        try {
            awaitEnd(shortening);
            isWaitedFor = false;
        } catch (InterruptedException e) {
            throw new IllegalStateException("the writer was interrupted, which must not happen", e);
        }
    }

    /**
     * Makes durable what was there when the journal was opened, before an epoch follows it: data that a killed server
     * left in the page cache. After a failed force, the system may count pages as clean that the medium does not hold.
     * So the end of the newest epoch, which alone may have been affected, is first written again.
     */
    public void forceInherited() throws IOException {
        List<Long> inherited = epochs();
        if (!inherited.isEmpty()) {
            found.rewriteEnd(Collections.max(inherited));
        }
        for (long earlier : inherited) {
            DurableFiles.forceAll(found.queue(earlier));
        }
    }

    @Override
    public void removeThrough(long epoch) throws IOException {
        reportChores();
        // The oldest first, so that after a crash the remaining ones are still an unbroken sequence.
        for (long earlier : epochs()) {
            if (earlier <= epoch) {
                remove(earlier);
            }
        }
    }

    /**
     * Removes an epoch. It is renamed in one step and then deleted piece by piece, because freeing it all at once would
     * delay the writer's forces. The last closed queue may still be open, and truncating a mapped file causes a fault.
     */
    private void remove(long epoch) throws IOException {
        Path removed = directory.resolve(REMOVED_PREFIX + epoch);
        Files.move(found.queue(epoch), removed, StandardCopyOption.ATOMIC_MOVE);
        DurableFiles.forceDirectory(directory);
        Long bytes = endedBytes.remove(epoch);
        bytesOfEnded.addAndGet(bytes == null ? 0 : -bytes);
        Future<?> open = closing;
        chores.add(deleting.submit(() -> {
            awaitEnd(open);
            DurableFiles.deleteAll(removed, this::pause);
            return null;
        }));
    }

    /** Waits for the end of a task in the background. Its failure is reported separately. */
    private static void awaitEnd(@Nullable Future<?> task) throws InterruptedException {
        try {
            if (task != null) {
                task.get();
            }
        } catch (ExecutionException e) {
            return;
        }
    }

    private void pause() {
        if (!closed && !isWaitedFor) {
            rest.run();
        }
    }

    /** A failed background task is reported to the next caller that removes epochs. */
    private void reportChores() throws IOException {
        for (Future<?> chore : chores) {
            if (!chore.isDone()) {
                continue;
            }
            chores.remove(chore);
            try {
                chore.get();
            } catch (ExecutionException e) {
                throw new IOException("an earlier epoch could not be closed or deleted: " + e.getCause(), e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(
                        "the thread that removes epochs was interrupted, which must not happen", e);
            }
        }
    }

    @Override
    public void append(ByteBuffer document) throws IOException {
        current().append(document);
    }

    @Override
    public void force() throws IOException {
        current().force();
    }

    /** Deletions that failed before are tried again here; if they fail again, the exception is thrown. */
    @Override
    public void close() throws IOException {
        closed = true;
        making.shutdown();
        deleting.shutdown();
        awaitEnd(making);
        awaitEnd(deleting);
        List<AutoCloseable> opened = new ArrayList<>();
        for (Future<ChronicleEpoch> made : next) {
            opened.add(() -> close(madeAhead(made)));
        }
        opened.add(() -> close(current));
        try {
            Closeables.closeAll(opened);
        } finally {
            current = null;
            next.clear();
        }
        deleteLeftovers(owner);
    }

    private static void close(@Nullable ChronicleEpoch epoch) throws IOException {
        if (epoch != null) {
            epoch.close();
        }
    }

    private static void awaitEnd(ExecutorService thread) {
        try {
            thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A later epoch's queue, if it could be created. A failure no longer matters. */
    private static @Nullable ChronicleEpoch madeAhead(Future<ChronicleEpoch> made) {
        try {
            return made.get();
        } catch (ExecutionException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private ChronicleEpoch current() {
        if (current == null) {
            throw new IllegalStateException("no epoch has begun");
        }
        return current;
    }

    /** @param ofOwner suffix of the names of queues that are not needed */
    private void deleteLeftovers(String ofOwner) throws IOException {
        for (Path entry : watch.during("listing it", directory, this::entries)) {
            String name = entry.getFileName().toString();
            if (name.startsWith(REMOVED_PREFIX) || (name.startsWith(NEXT_PREFIX) && name.endsWith(ofOwner))) {
                DurableFiles.deleteAll(entry);
            }
        }
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }

    private void requireSpace() throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        long needed = fillAheadBytes + SPACE_RESERVE_BYTES;
        if (free < needed) {
            throw new IOException("the disk of " + directory.toAbsolutePath() + " has " + free
                    + " bytes free; the journal needs at least " + needed + " to start. Free some space");
        }
    }
}
