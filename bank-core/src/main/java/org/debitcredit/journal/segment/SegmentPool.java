package org.debitcredit.journal.segment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * The segments that belong to no epoch. The writer takes segments out, and the removal of epochs puts them back. If
 * none is free, one is created: in advance by {@link #run} on its own thread or by calls of {@link #fillOnce}, or else
 * by the writer itself. A segment is in the pool only when it is complete and vacant, and leaves it when it is taken.
 * So no segment is filled and written at the same time.
 *
 * <p>As many free segments are kept as the largest number that was in use since the second last removal of epochs. Any
 * others are deleted. Names have no gaps, so only the segment with the highest number can be deleted. Therefore the
 * lowest one is taken first.
 *
 * <p>Any failure, here or reported by {@link #fail}, is final: no segment can be taken any more. For use by all
 * threads.
 */
final class SegmentPool implements Runnable, AutoCloseable {

    /**
     * Number of segments that the thread keeps ready. They give it enough time to create the next one while the writer
     * fills these at full speed.
     */
    private static final int READY_BY_THREAD = 4;

    /** More than one is kept ready only if the disk has room for this many. */
    private static final int ROOM_FOR_MORE = 2 * READY_BY_THREAD;

    /** Pause between two chunks of a segment that is not urgent, in which the disk is free for the writer's forces. */
    private static final long REST_NANOS = 20_000_000;

    /** Longer files are deleted in pieces, because freeing much at once delays the writer's forces. */
    private static final long FREED_AT_ONCE_MAX = 4 << 20;

    private final Folder folder;
    private final long segmentBytes;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** By number. */
    private final NavigableMap<Integer, Segment> free = new TreeMap<>();

    private int segmentCount;
    /** Most segments in use at a time since epochs were removed. */
    private int inUseMax;
    /** The same between that removal and the one before it. */
    private int inUseMaxBefore;
    /** Counts events that may have created work for the thread. */
    private long changes;

    private @Nullable SegmentMaker making;
    private boolean closed;
    private volatile @Nullable Throwable failure;

    /**
     * @param segmentBytes length of the segments that are made
     * @param segmentCount number of segments, free or not; all count as needed until two removals have shown the real
     *     need
     */
    SegmentPool(Folder folder, long segmentBytes, Collection<Segment> free, int segmentCount) {
        this.folder = folder;
        this.segmentBytes = segmentBytes;
        this.segmentCount = segmentCount;
        this.inUseMax = segmentCount;
        this.inUseMaxBefore = segmentCount;
        put(free);
    }

    /**
     * A vacant segment that can hold a document of this length. It is created now if none is ready. A document that is
     * longer than the segments gets one of suitable length.
     */
    Segment take(int documentBytes) throws IOException {
        lock.lock();
        try {
            while (true) {
                requireSound();
                Segment fitting = takeFitting(documentBytes);
                if (fitting != null) {
                    inUseMax = Math.max(inUseMax, segmentCount - free.size());
                    change();
                    return fitting;
                }
                if (closed) {
                    throw new IOException("the journal is closed");
                }
                fillChunk(Math.max(segmentBytes, Segment.bytesFor(documentBytes)));
            }
        } finally {
            lock.unlock();
        }
    }

    /** To be called under the lock. The lowest free segment that is long enough; null if there is none. */
    private @Nullable Segment takeFitting(int documentBytes) {
        for (Segment segment : free.values()) {
            if (Segment.bytesFor(documentBytes) <= segment.bytes()) {
                return free.remove(segment.number());
            }
        }
        return null;
    }

    /** Takes back segments that were vacated. */
    void add(Collection<Segment> vacated) {
        lock.lock();
        try {
            put(vacated);
        } finally {
            lock.unlock();
        }
    }

    /** Called after epochs were removed and all segments that this freed were added. */
    void removed() {
        lock.lock();
        try {
            inUseMaxBefore = inUseMax;
            inUseMax = segmentCount - free.size();
            change();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes of the segments that can be taken. */
    long freeBytes() {
        lock.lock();
        try {
            return free.values().stream().mapToLong(Segment::bytes).sum();
        } finally {
            lock.unlock();
        }
    }

    private void put(Collection<Segment> vacant) {
        for (Segment segment : vacant) {
            free.put(segment.number(), segment);
        }
    }

    /** To be called under the lock. */
    private void change() {
        changes++;
        changed.signalAll();
    }

    /**
     * Fills one chunk of a new segment if no segment of full length is ready; otherwise deletes one that is not needed
     * any more.
     *
     * @return whether there was work to do
     */
    boolean fillOnce() throws IOException {
        return fillOnce(1);
    }

    /**
     * The same with another number of segments to keep ready, of which all but one depend on the disk's free space.
     */
    boolean fillOnce(int ready) throws IOException {
        try {
            return fillIfShort(ready) || deleteSurplus(ready);
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
            throw e;
        }
    }

    /**
     * Creates segments until this many bytes can be taken and the usual number is still ready, as long as the disk has
     * room, and counts them as needed.
     *
     * @param epochs number of epochs of these bytes, because the last segment of each is not filled
     */
    void makeAhead(long bytes, long epochs) throws IOException {
        lock.lock();
        try {
            long needed = bytes + (epochs + READY_BY_THREAD) * segmentBytes;
            while (freeBytes() < needed && (making != null || hasRoom())) {
                requireSound();
                fillChunk(segmentBytes);
            }
            inUseMax = Math.max(inUseMax, free.size());
            inUseMaxBefore = Math.max(inUseMaxBefore, free.size());
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private boolean fillIfShort(int ready) throws IOException {
        lock.lock();
        try {
            if (isOver() || ready() >= ready || (making == null && !hasRoom())) {
                return false;
            }
            fillChunk(segmentBytes);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** To be called under the lock. Continues the segment that is being created, or begins one of this length. */
    private void fillChunk(long bytes) throws IOException {
        if (making == null) {
            making = SegmentMaker.begin(folder, bytes);
        }
        Segment made = making.fillOnce(segmentCount + 1);
        if (made != null) {
            making = null;
            segmentCount++;
            free.put(made.number(), made);
        }
    }

    /**
     * Deletes the segment of the highest number if it is free and more are free than are needed. It is renamed durably
     * before any part of it is freed. The remains after a crash are deleted when the journal is next opened.
     */
    private boolean deleteSurplus(int ready) throws IOException {
        String outOfSight;
        lock.lock();
        try {
            int needed = Math.max(ready, Math.max(inUseMax, inUseMaxBefore));
            Segment highest = free.get(segmentCount);
            if (isOver() || free.size() <= needed || highest == null) {
                return false;
            }
            if (highest.bytes() >= segmentBytes && ready() <= ready) {
                // It would be created again at once. A small one is given up in its place.
                Segment small = smallFree();
                if (small != null) {
                    free.remove(segmentCount);
                    segmentCount--;
                    small.close();
                    free.put(small.number(), highest.moveOver(folder, small));
                }
                return small != null;
            }
            free.remove(segmentCount);
            outOfSight = highest.putOutOfSight(folder);
            segmentCount--;
        } finally {
            lock.unlock();
        }
        folder.deleteInPieces(outOfSight);
        return true;
    }

    /** To be called under the lock. The first free segment whose file can be freed at once; null if there is none. */
    private @Nullable Segment smallFree() {
        for (Segment segment : free.values()) {
            if (segment.bytes() < Math.min(segmentBytes, FREED_AT_ONCE_MAX)) {
                return segment;
            }
        }
        return null;
    }

    /**
     * Deletes every free segment from the highest number down to one in use, of a journal that is no longer written to.
     * They are first renamed durably, like surplus ones. To be called before {@link #run}.
     */
    void deleteFree() throws IOException {
        lock.lock();
        try {
            while (free.containsKey(segmentCount)) {
                String outOfSight = free.remove(segmentCount).putOutOfSight(folder);
                segmentCount--;
                folder.deleteInPieces(outOfSight);
            }
        } finally {
            lock.unlock();
        }
    }

    /** To be called under the lock. */
    private boolean isOver() {
        return closed || failure != null;
    }

    /** To be called under the lock. Number of free segments of full length. */
    private int ready() {
        int ready = 0;
        for (Segment segment : free.values()) {
            if (segment.bytes() >= segmentBytes) {
                ready++;
            }
        }
        return ready;
    }

    /**
     * To be called under the lock. The first segment is created in any case, or fails for lack of space. The others are
     * optional.
     */
    private boolean hasRoom() throws IOException {
        return ready() == 0 || folder.usableBytes() / ROOM_FOR_MORE >= segmentBytes;
    }

    @Override
    public void run() {
        try {
            long seen;
            do {
                seen = changes();
            } while (fillOnce(READY_BY_THREAD) ? rested() : awaitChange(seen));
        } catch (Throwable e) {
            fail(e);
        }
    }

    private long changes() {
        lock.lock();
        try {
            return changes;
        } finally {
            lock.unlock();
        }
    }

    /** Pauses if no one is waiting; returns false once the pool is closed. */
    private boolean rested() {
        lock.lock();
        try {
            for (long left = REST_NANOS; left > 0 && ready() > 0 && !isOver(); ) {
                left = changed.awaitNanos(left);
            }
            return !isOver();
        } catch (InterruptedException e) {
            throw new IllegalStateException("the filler was interrupted, which must not happen", e);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until something has changed; returns false once the pool is closed. */
    private boolean awaitChange(long seen) {
        lock.lock();
        try {
            while (changes == seen && !isOver()) {
                changed.awaitUninterruptibly();
            }
            return !isOver();
        } finally {
            lock.unlock();
        }
    }

    /** Stops all users, because the medium or a thread has failed. The first reason is kept. */
    void fail(Throwable reason) {
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
        Throwable reason = failure;
        if (reason != null) {
            String what = reason instanceof IOException ? reason.getMessage() : reason.toString();
            throw new IOException("the journal has failed: " + what, reason);
        }
    }

    /** Ends {@link #run} after its current chunk and closes what is free or unfinished. */
    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
            List<AutoCloseable> opened = new ArrayList<>(free.values());
            if (making != null) {
                opened.add(making);
            }
            Closeables.closeAll(opened);
        } finally {
            lock.unlock();
        }
    }
}
