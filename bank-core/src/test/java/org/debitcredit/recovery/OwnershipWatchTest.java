package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.engine.OwnershipCheck;
import org.debitcredit.event.BankEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OwnershipWatchTest {

    private final List<OwnershipCheck> taken = new CopyOnWriteArrayList<>();
    private final List<Throwable> told = new CopyOnWriteArrayList<>();

    /** Lets the watch ask at once, again and again. */
    private void run(OwnershipWatch watch, Runnable untilDone) throws InterruptedException {
        Thread thread = new Thread(watch);
        thread.start();
        Thread hurry = new Thread(() -> {
            while (thread.isAlive()) {
                LockSupport.unpark(thread);
                Thread.onSpinWait();
            }
        });
        hurry.start();
        untilDone.run();
        watch.close();
        thread.join();
        hurry.join();
    }

    private void told(BankEvent event) {
        if (event instanceof BankEvent.CallbackFailed failed) {
            told.add(failed.cause());
        }
    }

    @Test
    void an_error_is_told_and_the_watch_goes_on() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        Error planted = new StackOverflowError("planted");
        OwnershipWatch watch = new OwnershipWatch(
                check -> {
                    if (asked.incrementAndGet() == 2) {
                        throw planted;
                    }
                    taken.add(check);
                    check.answered();
                    return true;
                },
                this::told);
        run(watch, () -> {
            while (taken.size() < 5) {
                Thread.onSpinWait();
            }
        });
        assertThat(told).containsExactly(planted);
    }

    @Test
    void a_writer_that_has_not_checked_is_not_asked_again() throws InterruptedException {
        AtomicInteger refused = new AtomicInteger();
        OwnershipWatch watch = new OwnershipWatch(
                check -> {
                    if (refused.get() < 3) {
                        refused.incrementAndGet();
                        return false;
                    }
                    return taken.add(check);
                },
                this::told);
        List<Integer> sizes = new ArrayList<>();
        run(watch, () -> {
            while (taken.isEmpty()) {
                Thread.onSpinWait();
            }
            long until = System.nanoTime() + 50_000_000;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            sizes.add(taken.size());
            taken.get(0).rejected();
            while (taken.size() < 2) {
                Thread.onSpinWait();
            }
        });
        assertThat(sizes).containsExactly(1);
    }
}
