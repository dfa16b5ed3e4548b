package org.debitcredit.storage;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Runs work on the files of a bank on a daemon thread, and abandons it if an access to a medium hangs. The work as a
 * whole has no limit, because reading a journal may take long.
 *
 * <pre>
 *   caller ─▶ work ─▶ access ─▶ access ─▶ ... ─▶ result
 *       └── one access takes longer than the limit: abandoned ─▶ MediumHangs
 *                                  access ─▶ returns at last and fails ─▶ everything is closed
 * </pre>
 *
 * @param thread name of the thread
 * @param accessMax longest time for one access
 * @param nanos a clock that is never set back, nanoseconds
 * @param remedy the end of the message if an access takes longer: what was not done, and what to do
 */
public record BoundedWork(String thread, Duration accessMax, LongSupplier nanos, String remedy) {

    /** Linux waits 30 s for one command to a disk before it resets the device. */
    public static final Duration ACCESS_MAX = Duration.ofSeconds(30);

    private static final long LOOK_MILLIS = 10;

    /** The longest time that counts between two looks: a process that was suspended did not wait for a medium. */
    private static final long COUNTED_MAX_NANOS = TimeUnit.SECONDS.toNanos(5);

    /**
     * Runs the work and waits for it.
     *
     * @param watch in which the media of the work take part
     * @throws MediumHangs if an access takes too long
     */
    public <T> T run(MediumWatch watch, MediumWatch.Work<T> work) throws IOException {
        FutureTask<T> task = new FutureTask<>(() -> ended(watch, work.run()));
        Thread worker = new Thread(task, thread);
        worker.setDaemon(true);
        worker.start();
        long before = nanos.getAsLong();
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException running) {
                    long now = nanos.getAsLong();
                    MediumWatch.Access hanging = watch.waitedFor(Math.min(now - before, COUNTED_MAX_NANOS), accessMax);
                    before = now;
                    if (hanging != null && watch.abandon()) {
                        throw new MediumHangs(hanging, accessMax, remedy);
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
        try {
            watch.end();
            return result;
        } catch (IOException abandoned) {
            Closeables.close(abandoned, result instanceof AutoCloseable opened ? opened : null);
            throw abandoned;
        }
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
