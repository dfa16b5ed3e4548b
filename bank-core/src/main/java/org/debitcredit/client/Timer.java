package org.debitcredit.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The time, and what is to be done at another. */
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

    /** Does something so many nanoseconds from now. */
    void after(long nanos, Runnable action);
}
