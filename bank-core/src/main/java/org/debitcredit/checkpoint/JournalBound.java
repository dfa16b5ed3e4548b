package org.debitcredit.checkpoint;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.debitcredit.engine.JournalRoom;
import org.debitcredit.event.BankEvent;

/**
 * Keeps the journal within its size limit. It decides when a snapshot is due and how far it should be, so that it frees
 * space before the journal is full, and refuses transactions when the journal is full.
 *
 * <pre>
 *   0 ──────── 1/4 ──────── 1/2 ──────── 3/4 ──────── whole
 *               │            │            │            └ transactions are refused until something is freed
 *               │            │            └ the snapshot under way goes on without pauses
 *               │            └ a snapshot is due, and paced so that it ends at three quarters
 *               └ while fewer than two are kept, because the first frees nothing: it ends at half
 * </pre>
 *
 * Transactions that are already submitted when the journal is full are still journaled, and so is the beginning of an
 * epoch.
 */
public final class JournalBound implements JournalRoom {

    private static final long NOWHERE = -1;

    /** Part of the limit by which the journal grows between two snapshots, however little the first of them freed. */
    private static final int GROWTH_LEAST = 8;

    /** At five million transactions of 78 bytes a second, a journal of this size takes 2.7 s to fill. */
    private static final long FILLED_SLOWLY_BYTES = 1L << 30;

    private final LongSupplier bytes;
    private final long bytesMax;
    private final Consumer<BankEvent> events;

    private final AtomicBoolean isTold = new AtomicBoolean();
    /** Position of the snapshot after which transactions are accepted although the journal is full. */
    private volatile long admittedAt = NOWHERE;

    private boolean hasAdmitted;
    private boolean isStuck;
    private long bytesAtAttempt;

    /**
     * @param bytes of the journal
     */
    public JournalBound(LongSupplier bytes, long bytesMax, Consumer<BankEvent> events) {
        this.bytes = bytes;
        this.bytesMax = bytesMax;
        this.events = events;
    }

    @Override
    public boolean isLeft(long position) {
        boolean isFull = isFull();
        if (isFull != isTold.get()) {
            tell(isFull);
        }
        return !isFull || position == admittedAt;
    }

    boolean isFull() {
        return bytes.getAsLong() >= bytesMax;
    }

    private void tell(boolean isFull) {
        if (!isTold.compareAndSet(!isFull, isFull)) {
            return;
        }
        if (isFull) {
            events.accept(new BankEvent.JournalFull(bytes.getAsLong(), bytesMax));
        } else {
            events.accept(new BankEvent.JournalHasRoom(bytes.getAsLong(), bytesMax));
        }
    }

    /**
     * Whether a snapshot is due because of the journal's size. Not called when the journal is full.
     *
     * @param isFirst whether two snapshots must be published before anything is freed
     */
    boolean isSnapshotDue(boolean isFirst) {
        long from = isFirst ? bytesMax / 4 : bytesMax / 2;
        return bytes.getAsLong() >= Math.max(from, bytesAtAttempt + bytesMax / GROWTH_LEAST);
    }

    /**
     * How much of a snapshot should be written by now, 0 to 1.
     *
     * @param bytesAtStart of the journal when the snapshot started
     * @param isFirst whether another one must be published before anything is freed
     */
    double share(long bytesAtStart, boolean isFirst) {
        long half = bytesMax / 2;
        long end = isFirst && bytesAtStart < half ? half : bytesMax / 4 * 3;
        long now = bytes.getAsLong();
        return now >= end ? 1 : Math.max(0, (double) (now - bytesAtStart) / (end - bytesAtStart));
    }

    /** Whether filling an empty journal takes seconds, at the highest rate of any load. */
    boolean isFilledSlowly() {
        return bytesMax >= FILLED_SLOWLY_BYTES;
    }

    /** Bytes that the journal takes. */
    public long bytes() {
        return bytes.getAsLong();
    }

    /**
     * Everything was removed that the snapshots published so far do not need.
     *
     * @param start position at which the newest of them starts
     * @param position of the last durable transaction
     * @param kept why the rest is kept
     */
    void freed(long start, long position, String kept) {
        bytesAtAttempt = bytes.getAsLong();
        boolean isFull = isFull();
        if (!isFull) {
            hasAdmitted = false;
            admittedAt = NOWHERE;
        } else if (start == position && !hasAdmitted) {
            // The next snapshot would be the same as the last one. So transactions are accepted once, until the
            // position changes.
            hasAdmitted = true;
            admittedAt = start;
        }
        boolean isLast = start == position && position != admittedAt;
        settle(isFull && isLast, "none of it can be freed: " + kept);
    }

    /** A snapshot failed. */
    void failed(Throwable cause) {
        bytesAtAttempt = bytes.getAsLong();
        settle(isFull(), "none of it can be freed, because the last snapshot failed: " + cause);
    }

    private void settle(boolean staysFull, String why) {
        boolean isFull = isFull();
        if (isFull != isTold.get()) {
            tell(isFull);
        }
        if (staysFull != isStuck) {
            isStuck = staysFull;
            events.accept(new BankEvent.JournalStaysFull(
                    staysFull
                            ? "the journal takes " + bytes.getAsLong() + " bytes of at most " + bytesMax
                                    + " (bank.journal.bytes-max), and " + why
                            : null));
        }
    }
}
