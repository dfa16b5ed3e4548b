package org.debitcredit.laboratory;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Plays the histories of seeds on all processors, until one has a violation.
 *
 * @param <R> result of a history
 */
final class SeedPlayer<R> {

    private static final long PROGRESS_MILLIS = 2_000;

    private final LongFunction<R> history;
    private final Predicate<R> isSound;
    private final AtomicLong next = new AtomicLong();
    private long played;
    private @Nullable R violation;
    private @Nullable Throwable failure;

    /**
     * @param history plays a seed
     * @param isSound adds a result to a tally, and returns whether it has no violation; called by one thread at a time
     */
    SeedPlayer(LongFunction<R> history, Predicate<R> isSound) {
        this.history = history;
        this.isSound = isSound;
    }

    /** Plays some seeds from one on; returns a result with a violation, null if there is none. */
    @Nullable
    R play(long from, long seeds) throws InterruptedException {
        next.set(from);
        Thread[] players = new Thread[(int) Math.min(seeds, Runtime.getRuntime().availableProcessors())];
        for (int i = 0; i < players.length; i++) {
            players[i] = new Thread(() -> playSome(from + seeds), "simulation-" + i);
            players[i].start();
        }
        for (Thread player : players) {
            while (player.isAlive()) {
                player.join(PROGRESS_MILLIS);
                if (player.isAlive()) {
                    tellProgress(seeds);
                }
            }
        }
        return result();
    }

    private synchronized @Nullable R result() {
        Throwable thrown = failure;
        if (thrown != null) {
            throw new IllegalStateException("the simulator failed", thrown);
        }
        return violation;
    }

    private void playSome(long end) {
        try {
            for (long seed = next.getAndIncrement(); seed < end && !isOver(); seed = next.getAndIncrement()) {
                add(history.apply(seed));
            }
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    private synchronized void tellProgress(long seeds) {
        System.err.printf("simulating: %,d of %,d seeds%n", played, seeds);
    }

    private synchronized boolean isOver() {
        return violation != null || failure != null;
    }

    private synchronized void fail(Throwable thrown) {
        failure = thrown;
    }

    private synchronized void add(R result) {
        played++;
        if (!isSound.test(result)) {
            violation = result;
        }
    }

    /** Number of histories that were played. */
    synchronized long played() {
        return played;
    }
}
