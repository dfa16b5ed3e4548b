package org.debitcredit.terminal.certify;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.measure.verdict.Checkpoint;
import org.debitcredit.terminal.run.SteadyTime;
import org.jspecify.annotations.Nullable;

/**
 * Asks the server for snapshots in a window of measurement, until one surely began in it. The window's beginning is
 * known exactly only afterwards, and a snapshot that was being taken already began before it was asked for.
 */
final class Checkpoints implements AutoCloseable {

    /**
     * Part of the window after which the first snapshot is requested. If the window may not have begun yet, another one
     * is requested later.
     */
    static final double FIRST = 0.05;

    /** Parts of the window after which a snapshot may be requested. */
    private static final List<Double> MOMENTS = List.of(FIRST, 0.4, 0.65);

    /** How much later than expected a window may begin: the terminals' engine has to start first, on a busy machine. */
    private static final Duration LATE_MAX = Duration.ofSeconds(10);

    private static final double MILLIS = 1e3;

    /** A snapshot by the clock of this process. */
    private record Taken(Instant from, Instant to) {}

    private final Inspector bank;
    private final Duration untilWindow;
    private final Duration window;
    private final List<Taken> taken = new ArrayList<>();
    private final Thread thread;
    private volatile boolean ended;
    private volatile @Nullable String failure;
    private volatile boolean offered = true;

    private Checkpoints(Inspector bank, Duration untilWindow, Duration window) {
        this.bank = bank;
        this.untilWindow = untilWindow;
        this.window = window;
        thread = new Thread(this::work, "checkpoints");
        thread.setDaemon(true);
    }

    /** Begins now, at the same time as a run. */
    static Checkpoints start(Inspector bank, Duration untilWindow, Duration window) {
        Checkpoints checkpoints = new Checkpoints(bank, untilWindow, window);
        checkpoints.thread.start();
        return checkpoints;
    }

    private void work() {
        long windowNanos = System.nanoTime() + untilWindow.toNanos();
        try {
            for (double moment : MOMENTS) {
                waitUntil(windowNanos + (long) (moment * window.toNanos()));
                if (ended || isInWindow(windowNanos)) {
                    return;
                }
                SnapshotTaken snapshot = bank.snapshot().join();
                Instant to = SteadyTime.OF_PROCESS.instant();
                synchronized (taken) {
                    taken.add(new Taken(to.minus(snapshot.took()), to));
                }
            }
        } catch (CompletionException refused) {
            Throwable cause = refused.getCause();
            offered = !(cause instanceof Inspector.NotOffered);
            failure = String.valueOf((cause == null ? refused : cause).getMessage());
        }
    }

    /** Whether the last one surely began in the window. */
    private boolean isInWindow(long windowNanos) {
        if (taken.isEmpty()) {
            return false;
        }
        Taken last = taken.get(taken.size() - 1);
        long sinceFrom =
                Duration.between(last.from, SteadyTime.OF_PROCESS.instant()).toNanos();
        return System.nanoTime() - sinceFrom - windowNanos > LATE_MAX.toNanos();
    }

    private void waitUntil(long nanos) {
        long left = nanos - System.nanoTime();
        while (left > 0 && !ended) {
            LockSupport.parkNanos(this, Math.min(left, TimeUnit.MILLISECONDS.toNanos(200)));
            left = nanos - System.nanoTime();
        }
    }

    /** What was taken, in seconds since the window began. */
    List<Checkpoint> since(Instant windowBegan) {
        synchronized (taken) {
            return taken.stream()
                    .map(one -> new Checkpoint(seconds(windowBegan, one.from), seconds(windowBegan, one.to)))
                    .toList();
        }
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / MILLIS;
    }

    /** Why the server took none; null when it took those that it was asked for. */
    @Nullable
    String failure() {
        return failure;
    }

    /** Whether the server offers snapshots, to this client. */
    boolean offered() {
        return offered;
    }

    /** Ends it. One that is being taken is not waited for. */
    @Override
    public void close() {
        ended = true;
        thread.interrupt();
    }
}
