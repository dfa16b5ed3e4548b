package org.debitcredit.server.lifecycle;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks after each collection how much of the heap is still in use, warns before collections slow the service down,
 * and reports when the heap is full. While it is full, a collection is requested now and then, because without requests
 * there might be none that shows that it is no longer full.
 */
public final class HeapGuard implements NotificationListener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HeapGuard.class);

    private static final double WARN_ABOVE = 0.80;
    private static final double WARN_AGAIN_AFTER = 0.75;
    private static final double FULL_ABOVE = 0.95;
    private static final double FULL_UNTIL = 0.90;

    static final Duration COLLECT_EVERY = Duration.ofSeconds(30);

    private final Supplier<HeapUse> heap;
    private final Consumer<@Nullable String> whenFull;
    private final Runnable collect;
    private final Duration collectEvery;
    private boolean warned;
    private volatile boolean full;
    /** Whether there is a thread that collects. Guarded by this. */
    private boolean collects;

    /**
     * @param heap the use after collections
     * @param whenFull receives how full the heap is when it becomes full, and null when it is no longer full
     * @param collect requests a collection
     */
    HeapGuard(Supplier<HeapUse> heap, Consumer<@Nullable String> whenFull, Runnable collect, Duration collectEvery) {
        this.heap = heap;
        this.whenFull = whenFull;
        this.collect = collect;
        this.collectEvery = collectEvery;
    }

    /** Begins to watch this JVM's heap. */
    public static HeapGuard watch(BankState state) {
        HeapGuard guard = new HeapGuard(LongLivedHeap.ofThisJvm(), state::heapFull, System::gc, COLLECT_EVERY);
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(guard, null, null);
            }
        }
        return guard;
    }

    @Override
    public void handleNotification(Notification collection, @Nullable Object handback) {
        look();
    }

    synchronized void look() {
        HeapUse use = heap.get();
        double share = use.share();
        boolean isHigh = share > (warned ? WARN_AGAIN_AFTER : WARN_ABOVE);
        if (isHigh && !warned) {
            LOG.warn(
                    "{}. Above {} % the service is no longer ready. Give the JVM a larger heap (-Xmx), or keep less "
                            + "in it: "
                            + "lower bank.history.rows-max or bank.key-window, or use a ledger in a database",
                    use, Math.round(FULL_ABOVE * 100));
        }
        warned = isHigh;
        boolean isFull = share > (full ? FULL_UNTIL : FULL_ABOVE);
        if (isFull != full) {
            full = isFull;
            // First, because with a full heap a line or a thread may be impossible.
            whenFull.accept(isFull ? use.toString() : null);
            if (isFull) {
                LOG.error(
                        "{}. The service is not ready until less than {} % is in use",
                        use, Math.round(FULL_UNTIL * 100));
                collectNowAndThen();
            } else {
                LOG.info("{}. The service is ready again", use);
            }
        }
    }

    private void collectNowAndThen() {
        if (collects) {
            return;
        }
        Thread thread = new Thread(
                () -> {
                    long every = collectEvery.toNanos();
                    LockSupport.parkNanos(this, every);
                    while (stillCollects()) {
                        collect.run();
                        LockSupport.parkNanos(this, every);
                    }
                },
                "bank-heap");
        thread.setDaemon(true);
        thread.start();
        // Only now: with a full heap, the start may have failed.
        collects = true;
    }

    private synchronized boolean stillCollects() {
        collects = full;
        return full;
    }

    /** Stops watching. */
    @Override
    public void close() {
        full = false;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter) {
                stopListening(emitter);
            }
        }
    }

    private void stopListening(NotificationEmitter emitter) {
        try {
            emitter.removeNotificationListener(this);
        } catch (ListenerNotFoundException e) {
            // This JVM was not watched.
        }
    }
}
