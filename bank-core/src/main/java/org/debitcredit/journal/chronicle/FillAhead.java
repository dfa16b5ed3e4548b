package org.debitcredit.journal.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes zeros to a file ahead of its writer, so that a force allocates no blocks and a full disk is an {@link
 * IOException} here instead of a fault in the writer's mapping.
 *
 * <p>The rule is that zeros are written only at or above {@code filledTo}, and documents only below it. The writer
 * waits when it has caught up. So a filler that is descheduled in the middle of a write can never overwrite a document.
 *
 * <p>{@link #fillOnce} is one step; {@link #run} repeats it until the filler is closed.
 */
final class FillAhead implements Runnable, AutoCloseable {

    static final int CHUNK_BYTES = 1 << 20;

    private static final long REST_NANOS = 4_000_000;

    private final FileChannel file;
    private final long aheadBytes;
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private long filledTo;
    private long writtenTo;
    private long awaitedTo;
    private boolean closed;
    private @Nullable Throwable failure;

    /**
     * @param file written to by positional writes; closed by this filler
     * @param writtenTo the writer's offset
     * @param aheadBytes how far to stay ahead of it
     */
    FillAhead(FileChannel file, long writtenTo, long aheadBytes) {
        this.file = file;
        this.writtenTo = writtenTo;
        this.filledTo = writtenTo;
        this.aheadBytes = aheadBytes;
    }

    /** Fills one chunk if the writer is near enough, and returns whether it did. */
    boolean fillOnce() throws IOException {
        long from;
        lock.lock();
        try {
            if (closed || isFarEnough()) {
                return false;
            }
            from = filledTo;
        } finally {
            lock.unlock();
        }
        zeros.clear();
        while (zeros.hasRemaining()) {
            file.write(zeros, from + zeros.position());
        }
        file.force(false);
        lock.lock();
        try {
            filledTo = from + CHUNK_BYTES;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        return true;
    }

    /** To be called under the lock. Room is also filled for a document that is longer than the distance. */
    private boolean isFarEnough() {
        return filledTo - writtenTo >= aheadBytes && filledTo >= awaitedTo;
    }

    /**
     * To be called under the lock. As long as the writer is not near, there are pauses in which the disk is free for
     * its forces.
     */
    private boolean isNear() {
        return filledTo - writtenTo < aheadBytes / 4 || filledTo < awaitedTo;
    }

    /** Fills a file that is not yet written to, up to the given offset. */
    void fillTo(long end) throws IOException {
        lock.lock();
        try {
            awaitedTo = end;
        } finally {
            lock.unlock();
        }
        while (fillOnce()) {
            continue;
        }
    }

    /** Called by the writer before it writes: returns once everything below {@code end} is filled. */
    void awaitFilled(long end) throws IOException {
        lock.lock();
        try {
            if (filledTo < end) {
                awaitedTo = end;
                moved.signalAll();
            }
            while (filledTo < end && failure == null && !closed) {
                moved.awaitUninterruptibly();
            }
            if (failure != null) {
                String what = failure instanceof IOException ? failure.getMessage() : failure.toString();
                throw new IOException("the journal cannot grow: " + what, failure);
            }
            if (closed) {
                throw new IOException("the journal is closed");
            }
        } finally {
            lock.unlock();
        }
    }

    /** Called by the writer after a write. */
    void written(long end) {
        lock.lock();
        try {
            writtenTo = end;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void run() {
        try {
            while (awaitWork()) {
                fillOnce();
            }
        } catch (Throwable e) {
            // This includes an Error, because the writer waits for this thread and would otherwise wait forever.
            fail(e);
        } finally {
            closeFile();
        }
    }

    private boolean awaitWork() {
        lock.lock();
        try {
            while (!closed && isFarEnough()) {
                moved.awaitUninterruptibly();
            }
            for (long left = REST_NANOS; left > 0 && !closed && !isNear(); ) {
                left = moved.awaitNanos(left);
            }
            return !closed;
        } catch (InterruptedException e) {
            throw new IllegalStateException("the filler was interrupted, which must not happen", e);
        } finally {
            lock.unlock();
        }
    }

    /** The first reason is kept. */
    private void fail(Throwable e) {
        lock.lock();
        try {
            failure = failure == null ? e : failure;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void closeFile() {
        try {
            file.close();
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Ends {@link #run} after its current step. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
