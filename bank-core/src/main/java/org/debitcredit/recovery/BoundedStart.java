package org.debitcredit.recovery;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.MediumWatch;

/**
 * Runs a start on a daemon thread, and abandons it if an access to a medium hangs. The start as a whole has no limit,
 * because a replay may take long.
 *
 * <pre>
 *   caller ─▶ start ─▶ access ─▶ access ─▶ ... ─▶ result
 *       └── one access takes longer than the limit: abandoned ─▶ MediumHangs
 *                                  access ─▶ returns at last and fails ─▶ everything is closed
 * </pre>
 */
public final class BoundedStart {

    /** Name of the start's thread. */
    public static final String THREAD = "bank-start";

    /** Linux waits 30 s for one command to a disk before it resets the device. */
    static final Duration ACCESS_MAX = Duration.ofSeconds(30);

    private static final long LOOK_MILLIS = 10;

    /** The longest time that counts between two looks: a process that was suspended did not wait for a medium. */
    private static final long COUNTED_MAX_NANOS = TimeUnit.SECONDS.toNanos(5);

    private BoundedStart() {}

    /**
     * Runs a start and waits for it.
     *
     * @param watch in which the media of the start take part
     * @throws MediumHangs if an access takes too long
     */
    public static <T> T run(BankSettings settings, MediumWatch watch, MediumWatch.Work<T> start) throws IOException {
        FutureTask<T> task = new FutureTask<>(() -> ended(watch, start.run()));
        Thread thread = new Thread(task, THREAD);
        thread.setDaemon(true);
        thread.start();
        Duration forceMax = settings.journal().mirrorForceMax();
        boolean isMirrored = settings.journal().mirror() != null;
        Duration limit = isMirrored && forceMax.compareTo(ACCESS_MAX) > 0 ? forceMax : ACCESS_MAX;
        LongSupplier clock = settings.clocks().monotonicNanos();
        long before = clock.getAsLong();
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException running) {
                    long now = clock.getAsLong();
                    MediumWatch.Access hanging = watch.waitedFor(Math.min(now - before, COUNTED_MAX_NANOS), limit);
                    before = now;
                    if (hanging != null && watch.abandon()) {
                        throw new MediumHangs(hanging, limit, isMirrored);
                    }
                } catch (InterruptedException e) {
                    isInterrupted = true;
                } catch (ExecutionException e) {
                    throw failure(e.getCause() == null ? e : e.getCause());
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <T> T ended(MediumWatch watch, T result) throws IOException {
        if (!watch.end()) {
            IOException abandoned = new IOException("the start was abandoned");
            Closeables.close(abandoned, result instanceof AutoCloseable opened ? opened : null);
            throw abandoned;
        }
        return result;
    }

    private static RuntimeException failure(Throwable cause) throws IOException {
        if (cause instanceof IOException failed) {
            throw failed;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException failed) {
            return failed;
        }
        return new IllegalStateException(cause);
    }
}
