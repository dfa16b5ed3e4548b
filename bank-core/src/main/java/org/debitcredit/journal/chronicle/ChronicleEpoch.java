package org.debitcredit.journal.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.SyncMode;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.storage.OwnerOnly;
import org.jspecify.annotations.Nullable;

/**
 * One Chronicle queue to write to: its appender, its file to force, and the zeros ahead of it. It is created with its
 * files before it becomes an epoch, because this takes tens of milliseconds, for which no request should wait.
 */
final class ChronicleEpoch implements AutoCloseable {

    static {
        // Must be set before Chronicle's first class is loaded. Otherwise it would contact an analytics service, print
        // a banner and start a disk monitor.
        System.setProperty("chronicle.analytics.disable", "true");
        System.setProperty("chronicle.announcer.disable", "true");
        System.setProperty("chronicle.disk.monitor.disable", "true");
    }

    /** Chronicle maps the file in pieces of this size. A document must fit into a quarter of it. */
    private static final long BLOCK_BYTES = 64L << 20;

    /** What Chronicle may write beside a document: an index page, frame words, padding. */
    private static final long SLACK_BYTES = 256 << 10;

    /**
     * Chunks of zeros that are written into a queue before it is an epoch. They last until the filler's thread has
     * started.
     */
    private static final int CHUNKS_FIRST = 4;

    private final Path directory;
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;
    private final FileChannel file;
    private final ByteBuffer oneZero = ByteBuffer.allocateDirect(1);

    private @Nullable FillAhead filler;
    private @Nullable Thread fillerThread;
    private @Nullable ByteBuffer wrapped;
    private @Nullable BytesStore<?, ByteBuffer> wrapping;
    private volatile long writtenTo;

    /** The path where it was created. It may have been renamed since. */
    Path directory() {
        return directory;
    }

    /**
     * Creates a queue, its file and the first zeros. All of this is durable, the directory's name included.
     *
     * @param directory new; may be renamed afterwards
     */
    static ChronicleEpoch make(Path directory, long fillAheadBytes) throws IOException {
        Files.createDirectory(directory, OwnerOnly.directory());
        ChronicleEpoch epoch = new ChronicleEpoch(directory);
        try {
            DurableFiles.forceAll(directory);
            if (fillAheadBytes > 0) {
                epoch.fillFirst(fillAheadBytes);
            }
            return epoch;
        } catch (IOException | RuntimeException | Error e) {
            Closeables.close(e, epoch);
            throw e;
        }
    }

    private ChronicleEpoch(Path directory) throws IOException {
        this.directory = directory;
        queue = SingleChronicleQueueBuilder.binary(directory)
                .rollCycle(RollCycles.FAST_DAILY)
                .timeProvider(() -> 0)
                .blockSize(BLOCK_BYTES)
                .syncMode(SyncMode.NONE)
                .build();
        try {
            appender = queue.createAppender();
            // It is created on one thread and handed over to the writer's thread.
            appender.singleThreadedCheckDisabled(true);
            // Chronicle makes the file with the first document.
            try (DocumentContext context = appender.writingDocument()) {
                context.wire().bytes().writeInt(ChronicleEpochSource.PRELUDE);
                writtenTo = context.wire().bytes().writePosition();
            }
            file = FileChannel.open(appender.currentFile().toPath(), StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (InternalError e) {
            queue.close();
            throw new IOException("writing into " + directory + " failed; is the disk full?", e);
        } catch (IOException | RuntimeException | Error e) {
            queue.close();
            throw e;
        }
    }

    void append(ByteBuffer document) throws IOException {
        int length = document.remaining();
        if (filler != null) {
            filler.awaitFilled(writtenTo + length + SLACK_BYTES);
        }
        awaitMedium(writtenTo + length);
        try (DocumentContext context = appender.writingDocument()) {
            context.wire().bytes().write(wrap(document), (long) document.position(), (long) length);
            writtenTo = context.wire().bytes().writePosition();
        } catch (InternalError e) {
            throw new IOException("writing " + appender.currentFile() + " failed; is the disk full?", e);
        }
        if (filler != null) {
            filler.written(writtenTo);
        }
    }

    /**
     * Overwrites a zero with a zero near the place where the document will end. If the medium hangs, this call blocks,
     * and the JVM can continue without the thread. If a write to the mapped file blocked instead, the whole JVM would
     * stop at its next collection.
     */
    private void awaitMedium(long at) throws IOException {
        file.write(oneZero.clear(), at);
    }

    void force() throws IOException {
        file.force(false);
    }

    /** Number of bytes written, including those of Chronicle itself. For use by any thread. */
    long bytes() {
        return writtenTo;
    }

    private void fillFirst(long fillAheadBytes) throws IOException {
        long frameEnd = (writtenTo + 3) / 4 * 4;
        Path path = appender.currentFile().toPath();
        filler = new FillAhead(FileChannel.open(path, StandardOpenOption.WRITE), frameEnd, fillAheadBytes);
        for (int chunk = 0; chunk < CHUNKS_FIRST; chunk++) {
            filler.fillOnce();
        }
    }

    /**
     * Fills the given number of bytes after those that are written, and returns once they are filled. Before the queue
     * is an epoch, the caller's thread fills them; later, the filler's thread does.
     */
    void fill(long bytes) throws IOException {
        FillAhead zeros = filler;
        if (zeros == null) {
            return;
        }
        if (fillerThread == null) {
            zeros.fillTo(writtenTo + bytes);
        } else {
            zeros.awaitFilled(writtenTo + bytes);
        }
    }

    /** The queue becomes an epoch. From now on zeros are written ahead of the documents. */
    void begin() {
        if (filler != null) {
            Thread thread = new Thread(filler, "bank-journal-fill");
            thread.setDaemon(true);
            thread.start();
            fillerThread = thread;
        }
    }

    private BytesStore<?, ByteBuffer> wrap(ByteBuffer document) {
        BytesStore<?, ByteBuffer> store = wrapping;
        if (store == null || wrapped != document) {
            store = BytesStore.wrap(document.duplicate().clear());
            wrapping = store;
            wrapped = document;
        }
        return store;
    }

    @Override
    public void close() throws IOException {
        if (filler != null) {
            filler.close();
            if (fillerThread != null) {
                joinFiller(fillerThread);
            } else {
                // It never had a thread, so this only closes its file.
                filler.run();
            }
        }
        appender.close();
        queue.close();
        file.close();
    }

    private static void joinFiller(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
