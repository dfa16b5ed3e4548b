package org.debitcredit.server.lifecycle;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;

/**
 * Fills its heap with objects that live and some that do not, until the guard says that it is full; then lets go of
 * all. After every piece it waits until the guard has been told of all collections so far.
 */
final class HeapFiller {

    /** Small, so that they fill whatever pieces the collector makes of its heap. */
    private static final int OBJECT_BYTES = 1_000;

    private static final int OBJECTS_PER_PIECE = 64;
    private static final int GARBAGE_PER_PIECE = 256;

    private static final AtomicLong NOTIFIED = new AtomicLong();
    private static volatile Object garbage = new Object();
    private static volatile boolean full;

    private HeapFiller() {}

    public static void main(String[] arguments) {
        BankState state = new BankState();
        state.whenReady(ready -> full = state.fullHeap() != null);
        try (HeapGuard guard = HeapGuard.watch(state)) {
            long before = collections();
            countNotifications();
            byte[][] live = new byte[(int) (Runtime.getRuntime().maxMemory() / OBJECT_BYTES)][];
            for (int i = 0; !full; i += OBJECTS_PER_PIECE) {
                for (int object = 0; object < OBJECTS_PER_PIECE; object++) {
                    live[i + object] = new byte[OBJECT_BYTES];
                }
                for (int object = 0; object < GARBAGE_PER_PIECE; object++) {
                    garbage = new byte[OBJECT_BYTES];
                }
                while (NOTIFIED.get() < collections() - before) {
                    Thread.onSpinWait();
                }
            }
            System.out.println("full: " + state.fullHeap());
            live = new byte[0][];
            while (full) {
                System.gc();
            }
            System.out.println("free again, " + live.length + " " + guard);
        }
    }

    /** Told of a collection after the guard. */
    private static void countNotifications() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector)
                    .addNotificationListener((collection, handback) -> NOTIFIED.incrementAndGet(), null, null);
        }
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }
}
