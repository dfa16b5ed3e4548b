package org.debitcredit.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The current time, and tasks for a later time. */
interface Timer {

    /** The machine's own. */
    Timer SYSTEM = new Timer() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void after(long nanos, Runnable action) {
            CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(action);
        }
    };

    /** As {@link System#nanoTime}. */
    long nanoTime();

    /** Runs a task after the given number of nanoseconds. */
    void after(long nanos, Runnable action);
}
