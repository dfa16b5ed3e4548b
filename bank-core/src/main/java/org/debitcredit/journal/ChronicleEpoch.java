package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.SyncMode;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.debitcredit.storage.DurableFiles;
import org.jspecify.annotations.Nullable;

/** The one Chronicle queue that is being written: its appender, its file to force, and the zeros ahead of it. */
final class ChronicleEpoch implements AutoCloseable {

    static {
        // Before Chronicle's first class: it would post to an analytics service, print a banner, start a disk monitor.
        System.setProperty("chronicle.analytics.disable", "true");
        System.setProperty("chronicle.announcer.disable", "true");
        System.setProperty("chronicle.disk.monitor.disable", "true");
    }

    /** Chronicle maps the file in pieces of this size; a document must fit a quarter. */
    private static final long BLOCK_BYTES = 64L << 20;

    /** What Chronicle may write beside a document: an index page, frame words, padding. */
    private static final long SLACK_BYTES = 256 << 10;

    private final Path directory;
    private final long fillAheadBytes;
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;

    private @Nullable FileChannel file;
    private @Nullable FillAhead filler;
    private @Nullable Thread fillerThread;
    private @Nullable ByteBuffer wrapped;
    private @Nullable BytesStore<?, ByteBuffer> wrapping;
    private long writtenTo;

    ChronicleEpoch(Path directory, long fillAheadBytes) {
        this.directory = directory;
        this.fillAheadBytes = fillAheadBytes;
        queue = SingleChronicleQueueBuilder.binary(directory)
                .rollCycle(RollCycles.FAST_DAILY)
                .timeProvider(() -> 0)
                .blockSize(BLOCK_BYTES)
                .syncMode(SyncMode.NONE)
                .build();
        appender = queue.createAppender();
        // Recovery begins the epoch on one thread and hands it over to the writer's, which starts after.
        appender.singleThreadedCheckDisabled(true);
    }

    void append(ByteBuffer document) throws IOException {
        int length = document.remaining();
        if (filler != null) {
            filler.awaitFilled(writtenTo + length + SLACK_BYTES);
        }
        try (DocumentContext context = appender.writingDocument()) {
            context.wire().bytes().write(wrap(document), (long) document.position(), (long) length);
            writtenTo = context.wire().bytes().writePosition();
        } catch (InternalError e) {
            throw new IOException("fault while writing " + appender.currentFile() + "; is the disk full?", e);
        }
        if (filler != null) {
            filler.written(writtenTo);
        }
    }

    void force() throws IOException {
        if (file == null) {
            firstForce();
        } else {
            file.force(false);
        }
    }

    /** Makes the epoch's existence durable too, and starts the zeros ahead if any are wanted. */
    private void firstForce() throws IOException {
        Path path = appender.currentFile().toPath();
        file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        DurableFiles.forceAll(directory);
        if (fillAheadBytes > 0) {
            startFiller(path);
        }
    }

    private void startFiller(Path path) throws IOException {
        long frameEnd = (writtenTo + 3) / 4 * 4;
        filler = new FillAhead(FileChannel.open(path, StandardOpenOption.WRITE), frameEnd, fillAheadBytes);
        fillerThread = new Thread(filler, "bank-journal-fill");
        fillerThread.setDaemon(true);
        fillerThread.start();
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
        }
        if (fillerThread != null) {
            joinFiller(fillerThread);
        }
        appender.close();
        queue.close();
        if (file != null) {
            file.close();
        }
    }

    private static void joinFiller(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
