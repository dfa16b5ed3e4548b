package org.debitcredit.server.status;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures one directory again and again, every {@value #INTERVAL_SECONDS} s on a thread of its own: a disk that hangs
 * holds up nobody who asks for a measurement, and no measurement of another directory.
 *
 * @param <T> what is measured
 */
final class DiskMeasurement<T> implements AutoCloseable {

    static final long INTERVAL_SECONDS = 5;

    /** A measurement older than this is no longer shown: the disk hangs. */
    private static final long STALE_NANOS = TimeUnit.SECONDS.toNanos(6 * INTERVAL_SECONDS);

    /** Measures once. */
    @FunctionalInterface
    interface Measuring<T> {

        /** Throws {@link NoSuchFileException} if the directory is not there. */
        T measure() throws IOException;
    }

    private record Taken<T>(T value, long atNanos) {}

    private final Measuring<T> measuring;
    private final LongSupplier nanos;
    private final Consumer<Throwable> failed;
    private final ScheduledExecutorService thread;
    private volatile @Nullable Taken<T> latest;

    /**
     * @param place what is measured, for the name of the thread
     * @param nanos a clock that is never set back
     * @param failed receives what a measurement throws
     */
    DiskMeasurement(String place, Measuring<T> measuring, LongSupplier nanos, Consumer<Throwable> failed) {
        this.measuring = measuring;
        this.nanos = nanos;
        this.failed = failed;
        thread = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread daemon = new Thread(work, "bank-disk-" + place);
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Begins to measure. Nothing is measured while the bank is not open. */
    void start(BooleanSupplier isOpen) {
        thread.scheduleWithFixedDelay(
                () -> {
                    if (isOpen.getAsBoolean()) {
                        measure();
                    }
                },
                0,
                INTERVAL_SECONDS,
                TimeUnit.SECONDS);
    }

    /** Measures once. What cannot be measured is not shown. */
    void measure() {
        try {
            latest = new Taken<>(measuring.measure(), nanos.getAsLong());
        } catch (NoSuchFileException e) {
            // The bank is not founded yet, or the disk is gone.
            latest = null;
        } catch (IOException | UncheckedIOException e) {
            latest = null;
            failed.accept(e);
        } catch (RuntimeException | Error e) {
            // A periodic task that fails is not repeated.
            failed.accept(e);
        }
    }

    /** The latest measurement; null while there is none, or none of the last half minute. */
    @Nullable
    T latest() {
        Taken<T> taken = latest;
        return taken == null || nanos.getAsLong() - taken.atNanos > STALE_NANOS ? null : taken.value;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
