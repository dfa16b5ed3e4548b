package org.debitcredit.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Time that passes when a test says so. */
final class ManualTimer implements Timer {

    private record Planned(long atNanos, Runnable action) {}

    private final Queue<Planned> planned = new PriorityQueue<>(Comparator.comparingLong(Planned::atNanos));
    private final Semaphore plans = new Semaphore(0);
    private long nanos;

    @Override
    public synchronized long nanoTime() {
        return nanos;
    }

    @Override
    public synchronized void after(long afterNanos, Runnable action) {
        planned.add(new Planned(nanos + afterNanos, action));
        plans.release();
    }

    /** What passed since the beginning. */
    Duration passed() {
        return Duration.ofNanos(nanoTime());
    }

    /** Returns once so many more actions were planned. */
    void awaitPlanned(int more) throws InterruptedException {
        assertThat(plans.tryAcquire(more, 10, TimeUnit.SECONDS)).isTrue();
    }

    /** Lets time pass to the next action, and does all that is planned for then. */
    void passToNext() {
        Planned next = takeUntil(Long.MAX_VALUE);
        while (next != null) {
            next.action.run();
            next = takeUntil(nanoTime());
        }
    }

    private synchronized @Nullable Planned takeUntil(long latestNanos) {
        Planned next = planned.peek();
        if (next == null || next.atNanos > latestNanos) {
            return null;
        }
        nanos = next.atNanos;
        return planned.poll();
    }
}
