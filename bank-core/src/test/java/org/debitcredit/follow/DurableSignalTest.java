package org.debitcredit.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that wait for the durable position, and one that advances it. */
@Timeout(60)
class DurableSignalTest {

    private static final long LONG = TimeUnit.HOURS.toNanos(1);

    private final AtomicLong position = new AtomicLong();
    private final AtomicReference<@Nullable Runnable> listener = new AtomicReference<>();
    private final DurableSignal signal = new DurableSignal(position::get, listener::set);

    private void advance(long to) {
        position.set(to);
        Runnable waiting = listener.get();
        if (waiting != null) {
            waiting.run();
        }
    }

    /** A wake-up that is lost leaves a thread waiting, and the test ends by its time limit. */
    @Test
    void everyThreadSeesEveryAdvance() {
        int steps = 20_000;
        List<CompletableFuture<Long>> waiting = new ArrayList<>();
        List<AtomicLong> seen = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            AtomicLong last = new AtomicLong();
            seen.add(last);
            waiting.add(CompletableFuture.supplyAsync(
                    () -> {
                        while (last.get() < steps) {
                            signal.await(last.get(), LONG);
                            last.set(position.get());
                        }
                        return last.get();
                    },
                    task -> new Thread(task).start()));
        }
        for (long step = 1; step <= steps; step++) {
            advance(step);
            if (step % 100 == 0) {
                // Everybody waits again, or is about to.
                long reached = step;
                while (seen.stream().anyMatch(last -> last.get() < reached)) {
                    Thread.onSpinWait();
                }
            }
        }
        assertThat(waiting).allSatisfy(thread -> assertThat(thread.join()).isEqualTo(steps));
        assertThat(listener.get()).as("the writer is not asked any more").isNull();
    }

    @Test
    void aWaitEndsWithItsTimeAndDoesNotBeginIfThePositionHasChanged() {
        long before = System.nanoTime();
        signal.await(0, TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(System.nanoTime() - before).isLessThan(LONG);
        position.set(1);
        signal.await(0, LONG);
        assertThat(listener.get()).isNull();
    }
}
