package org.debitcredit.journal.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes zeros to a file ahead of its writer, so that a force allocates no blocks and a full disk is an
 * {@link IOException} here instead of a fault in the writer's mapping.
 *
 * <p>The one rule: zeros go only at or above {@code filledTo}, the writer only below it. It waits when it has caught
 * up. A filler that is descheduled in the middle of a write can then never wipe out a document.
 *
 * <p>{@link #fillOnce} is one step, for whoever drives the filler; {@link #run} drives it until closed.
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
     * @param writtenTo where the writer stands
     * @param aheadBytes how far to stay ahead of it
     */
    FillAhead(FileChannel file, long writtenTo, long aheadBytes) {
        this.file = file;
        this.writtenTo = writtenTo;
        this.filledTo = writtenTo;
        this.aheadBytes = aheadBytes;
    }

    /** Fills one chunk if the writer has come near enough; answers whether it did. */
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

    /** Under the lock. A document longer than the distance is filled for all the same. */
    private boolean isFarEnough() {
        return filledTo - writtenTo >= aheadBytes && filledTo >= awaitedTo;
    }

    /** Under the lock. Until the writer comes near there is time, and the disk is left to its forces in between. */
    private boolean isNear() {
        return filledTo - writtenTo < aheadBytes / 4 || filledTo < awaitedTo;
    }

    /** Fills up to here, of a file that nobody writes to yet. */
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

    /** Called by the writer after it wrote. */
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
            // An Error too: the writer waits for this thread, and would wait for ever.
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

    /** The first reason stays. */
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
