package org.debitcredit.recovery;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.debitcredit.engine.OwnershipCheck;
import org.debitcredit.event.BankEvent;
import org.jspecify.annotations.Nullable;

/**
 * Makes the writer check once a second that the bank's files are still its own, even while it is idle. A failure is
 * reported, and the next second tries again.
 */
final class OwnershipWatch implements Runnable, AutoCloseable {

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Predicate<OwnershipCheck> writer;
    private final Consumer<BankEvent> events;
    private final BankEvent.CallbackFailed failed = new BankEvent.CallbackFailed();
    private volatile @Nullable Thread runner;
    private volatile boolean closed;
    private @Nullable OwnershipCheck waiting;

    /** @param writer takes a check, or refuses it for now */
    OwnershipWatch(Predicate<OwnershipCheck> writer, Consumer<BankEvent> events) {
        this.writer = writer;
        this.events = events;
    }

    @Override
    public void run() {
        runner = Thread.currentThread();
        while (!closed) {
            LockSupport.parkNanos(this, INTERVAL_NANOS);
            try {
                ask();
            } catch (RuntimeException | Error e) {
                report(e);
            }
        }
    }

    /** Whatever its receiver does, the watch goes on. */
    private void report(Throwable e) {
        try {
            events.accept(failed.by(e));
        } catch (RuntimeException | Error unreported) {
            // Nobody else receives events.
        }
    }

    private void ask() {
        if (waiting == null || waiting.isDone()) {
            OwnershipCheck check = new OwnershipCheck();
            waiting = writer.test(check) ? check : null;
        }
    }

    /** Ends {@link #run} at once. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(runner);
    }
}
