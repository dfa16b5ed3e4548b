package org.debitcredit.follow;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the threads that wait for the durable position to advance. The writer calls it only while somebody waits, and
 * wakes one thread, which wakes the others.
 */
public final class DurableSignal {

    private final LongSupplier position;
    private final Consumer<@Nullable Runnable> writer;
    private volatile @Nullable Thread first;

    /**
     * @param position of the last durable transaction
     * @param writer takes what it is to call whenever that has advanced; null for nothing
     */
    public DurableSignal(LongSupplier position, Consumer<@Nullable Runnable> writer) {
        this.position = position;
        this.writer = writer;
    }

    /** Position of the last durable transaction. */
    long position() {
        return position.getAsLong();
    }

    /** Ends the waits. For use by any thread; never blocks. */
    void raise() {
        Thread waiting = first;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    /**
     * Waits until the position is another one. It may return early.
     *
     * @param known the position that the caller knows
     * @param nanosMax longest wait
     */
    void await(long known, long nanosMax) {
        synchronized (this) {
            if (first != null) {
                if (position() == known) {
                    waitForFirst(nanosMax);
                }
                return;
            }
            first = Thread.currentThread();
        }
        writer.accept(this::raise);
        try {
            // The writer advances the position before it looks for somebody to call.
            if (position() == known) {
                LockSupport.parkNanos(this, nanosMax);
            }
        } finally {
            writer.accept(null);
            synchronized (this) {
                first = null;
                notifyAll();
            }
        }
    }

    private void waitForFirst(long nanosMax) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, nanosMax);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
