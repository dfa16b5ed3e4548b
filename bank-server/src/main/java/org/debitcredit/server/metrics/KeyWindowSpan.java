package org.debitcredit.server.metrics;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * The time that the idempotency window spans at the transaction rate of the last seconds. One thread samples the bank's
 * position every second; any thread may read the result.
 */
public final class KeyWindowSpan {

    /** The position while there is no bank. */
    public static final long NO_POSITION = -1;

    /** Number of seconds over which the rate is measured. */
    static final int SAMPLES = 10;

    private static final long WARNING_INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

    private final int window;
    private final double secondsMin;
    private final LongSupplier position;
    private final LongSupplier clockNanos;
    private final Consumer<String> warnings;

    private final long[] positions = new long[SAMPLES];
    private final long[] nanos = new long[SAMPLES];
    private int samples;
    private boolean hasWarned;
    private long warnedNanos;

    private volatile double seconds = Double.NaN;

    /**
     * @param window least number of latest keys that are remembered
     * @param keyAheadMax how far a key's time may lie ahead of the bank's; there is a warning if the window spans less
     *     than twice this
     * @param position of the last durable transaction, or {@link #NO_POSITION}
     * @param clockNanos a clock that is never set back
     * @param warnings receives at most one warning per minute
     */
    public KeyWindowSpan(
            int window,
            Duration keyAheadMax,
            LongSupplier position,
            LongSupplier clockNanos,
            Consumer<String> warnings) {
        this.window = window;
        this.secondsMin = 2 * keyAheadMax.toNanos() / 1e9;
        this.position = position;
        this.clockNanos = clockNanos;
        this.warnings = warnings;
    }

    /** Seconds that the window spans; NaN while there are no transactions to measure by. */
    public double seconds() {
        return seconds;
    }

    /** Samples the bank's position; to be called by one thread only. */
    @Scheduled(fixedRate = 1, timeUnit = TimeUnit.SECONDS)
    public void sample() {
        long now = clockNanos.getAsLong();
        long reached = position.getAsLong();
        if (reached == NO_POSITION) {
            samples = 0;
            seconds = Double.NaN;
            return;
        }
        int slot = samples % SAMPLES;
        if (samples > 0) {
            int oldest = samples < SAMPLES ? 0 : slot;
            measure(reached - positions[oldest], now - nanos[oldest], now);
        }
        positions[slot] = reached;
        nanos[slot] = now;
        samples++;
    }

    private void measure(long transactions, long passedNanos, long now) {
        double spanned = transactions == 0 ? Double.NaN : window * (passedNanos / 1e9) / transactions;
        seconds = spanned;
        boolean isDue = !hasWarned || now - warnedNanos >= WARNING_INTERVAL_NANOS;
        if (spanned < secondsMin && isDue) {
            hasWarned = true;
            warnedNanos = now;
            warnings.accept(warning(spanned));
        }
    }

    private String warning(double spanned) {
        return String.format(
                Locale.ROOT,
                "the window of %,d keys spans %.1f s at the current rate, less than twice bank.key-ahead-max (%.1f s):"
                        + " a client whose clock is ahead can expire the keys of others. Set bank.key-window to at"
                        + " least %,d",
                window,
                spanned,
                secondsMin,
                (long) Math.ceil(window / spanned * secondsMin));
    }
}
