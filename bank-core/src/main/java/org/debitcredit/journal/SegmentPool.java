package org.debitcredit.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.debitcredit.storage.Failed;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * The segments that nobody owns. The writer takes them, whoever removes epochs gives them back, and one that is missing
 * is made: ahead of time by {@link #run} on a thread of its own or by {@link #fillOnce} from whoever drives it, at the
 * latest by the writer itself. A segment is in the pool only once it is whole and vacant, and out of it for good once
 * it is taken: nobody fills what somebody writes.
 *
 * <p>Any failure, here or reported by {@link #fail}, is final: nothing is taken any more. All threads.
 */
final class SegmentPool implements Runnable, AutoCloseable {

    /**
     * Segments that the thread keeps ready: enough to make the next one in peace while the writer, at its fastest, fills
     * these.
     */
    private static final int READY_BY_THREAD = 4;

    /** More than one is kept ready only where the disk has room for so many. */
    private static final int ROOM_FOR_MORE = 2 * READY_BY_THREAD;

    /** Between two chunks of a segment that nobody waits for, the disk is left to the writer's forces. */
    private static final long REST_NANOS = 20_000_000;

    private final Folder folder;
    private final long segmentBytes;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Segment> free;
    private int segmentCount;
    private long taken;
    private @Nullable SegmentMaker making;
    private boolean closed;
    private volatile @Nullable Exception failure;

    /**
     * @param segmentBytes length of the segments that are made
     * @param segmentCount how many there are, free or not
     */
    SegmentPool(Folder folder, long segmentBytes, Collection<Segment> free, int segmentCount) {
        this.folder = folder;
        this.segmentBytes = segmentBytes;
        this.free = new ArrayList<>(free);
        this.segmentCount = segmentCount;
    }

    /** A vacant segment that can hold a document of so many bytes. Made now if none is ready. */
    Segment take(int documentBytes) throws IOException {
        lock.lock();
        try {
            if (documentBytes > segmentBytes - Segment.FIRST_DOCUMENT_AT) {
                throw new IOException("a document of " + documentBytes + " bytes does not fit a segment of "
                        + segmentBytes + " bytes, of which " + Segment.FIRST_DOCUMENT_AT + " are its header");
            }
            while (true) {
                requireSound();
                for (int i = 0; i < free.size(); i++) {
                    if (documentBytes <= free.get(i).bytes() - Segment.FIRST_DOCUMENT_AT) {
                        taken++;
                        changed.signalAll();
                        return free.remove(i);
                    }
                }
                if (closed) {
                    throw new IOException("journal is closed");
                }
                fillOnce();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes back segments that were vacated. */
    void add(Collection<Segment> vacated) {
        lock.lock();
        try {
            free.addAll(vacated);
        } finally {
            lock.unlock();
        }
    }

    /** Fills one chunk of a new segment if no segment of full length is ready; answers whether it did. */
    boolean fillOnce() throws IOException {
        return fillOnce(1);
    }

    /** The same with another number to be kept ready, of which all but one depend on the disk's room. */
    boolean fillOnce(int ready) throws IOException {
        lock.lock();
        try {
            if (!isShort(ready) || (making == null && !hasRoom())) {
                return false;
            }
            if (making == null) {
                making = SegmentMaker.begin(folder, Segment.name(segmentCount + 1), segmentBytes);
            }
            Segment made = making.fillOnce();
            if (made != null) {
                making = null;
                segmentCount++;
                free.add(made);
            }
            return true;
        } catch (IOException | RuntimeException e) {
            fail(e);
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock. */
    private boolean isShort(int wanted) {
        return !closed && failure == null && ready() < wanted;
    }

    /** Under the lock. How many segments of full length are free. */
    private int ready() {
        int ready = 0;
        for (int i = 0; i < free.size(); i++) {
            if (free.get(i).bytes() >= segmentBytes) {
                ready++;
            }
        }
        return ready;
    }

    /** Under the lock. The first is made in any case, or fails for want of room; the others are a convenience. */
    private boolean hasRoom() throws IOException {
        return ready() == 0 || folder.usableBytes() >= ROOM_FOR_MORE * segmentBytes;
    }

    @Override
    public void run() {
        try {
            while (fillOnce(READY_BY_THREAD) ? rested() : awaitTaken()) {
                continue;
            }
        } catch (IOException | RuntimeException e) {
            fail(e);
        }
    }

    /** Waits a little if nobody is in need; answers whether there is more to do ever. */
    private boolean rested() {
        lock.lock();
        try {
            for (long left = REST_NANOS; left > 0 && ready() > 0 && !closed && failure == null; ) {
                left = changed.awaitNanos(left);
            }
            return !closed && failure == null;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the filler", e);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a segment was taken since the last look; answers whether there is more to do ever. */
    private boolean awaitTaken() {
        lock.lock();
        try {
            long seen = taken;
            while (taken == seen && ready() > 0 && !closed && failure == null) {
                changed.awaitUninterruptibly();
            }
            return !closed && failure == null;
        } finally {
            lock.unlock();
        }
    }

    /** Stops everyone: the medium has failed. The first reason stays. */
    void fail(Exception reason) {
        lock.lock();
        try {
            if (failure == null) {
                failure = reason;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns if nothing has failed yet. */
    void requireSound() throws IOException {
        Exception reason = failure;
        if (reason != null) {
            throw new IOException("journal has failed: " + reason.getMessage(), reason);
        }
    }

    /** Ends {@link #run} after its current chunk and closes what is free or unfinished. */
    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
            List<AutoCloseable> opened = new ArrayList<>(free);
            if (making != null) {
                opened.add(making);
            }
            Failed.closeAll(opened);
        } finally {
            lock.unlock();
        }
    }
}
