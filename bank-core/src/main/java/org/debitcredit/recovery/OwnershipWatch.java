package org.debitcredit.recovery;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.engine.OwnershipCheck;
import org.debitcredit.engine.TransactionEngine;
import org.jspecify.annotations.Nullable;

/** Makes the writer check once a second that the bank's files are still its own, even while it is idle. */
final class OwnershipWatch implements Runnable, AutoCloseable {

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TransactionEngine engine;
    private volatile @Nullable Thread runner;
    private volatile boolean closed;

    OwnershipWatch(TransactionEngine engine) {
        this.engine = engine;
    }

    @Override
    public void run() {
        runner = Thread.currentThread();
        OwnershipCheck waiting = null;
        while (!closed) {
            LockSupport.parkNanos(this, INTERVAL_NANOS);
            if (waiting == null || waiting.isDone()) {
                OwnershipCheck check = new OwnershipCheck();
                waiting = engine.submit(check) ? check : null;
            }
        }
    }

    /** Ends {@link #run} at once. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(runner);
    }
}
