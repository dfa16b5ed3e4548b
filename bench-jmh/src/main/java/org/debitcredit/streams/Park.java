package org.debitcredit.streams;

import java.util.concurrent.locks.LockSupport;

/** Waits for a time. */
final class Park {

    private Park() {}

    /** Returns once {@link System#nanoTime} has come so far. */
    static void until(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
