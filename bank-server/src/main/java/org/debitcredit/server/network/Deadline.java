package org.debitcredit.server.network;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A deadline of one connection, which each request moves. Setting and cancelling a timer costs as much as several other
 * handlers together. So a timer stays as it is while the deadline moves away from it: when it fires too early, it is
 * set again. Used only on the connection's event loop.
 */
final class Deadline {

    private final EventExecutor loop;
    private final Runnable whenReached;

    private boolean isSet;
    private long dueNanos;
    private @Nullable Future<?> timer;
    private long timerNanos;

    /** @param whenReached is run once each time a deadline is reached */
    Deadline(EventExecutor loop, Runnable whenReached) {
        this.loop = loop;
        this.whenReached = whenReached;
    }

    /** Replaces the deadline by one that is reached after a time from now. */
    void set(Duration time) {
        isSet = true;
        dueNanos = loop.ticker().nanoTime() + time.toNanos();
        if (timer == null) {
            schedule();
        } else if (timerNanos - dueNanos > 0) {
            timer.cancel(false);
            schedule();
        }
    }

    /** There is no deadline for now. */
    void clear() {
        isSet = false;
    }

    /** There will be no deadline any more. */
    void close() {
        clear();
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void schedule() {
        timerNanos = dueNanos;
        timer = loop.schedule(this::fired, dueNanos - loop.ticker().nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void fired() {
        timer = null;
        if (isSet && dueNanos - loop.ticker().nanoTime() > 0) {
            schedule();
        } else if (isSet) {
            isSet = false;
            whenReached.run();
        }
    }
}
