package org.debitcredit.console;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Reports the progress of long work in lines, at most one per interval, the first one after the first interval. */
public final class ProgressLines {

    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final long intervalNanos;
    private final LongSupplier nanos;
    private final Consumer<String> out;
    private long nextNanos;

    /**
     * Progress that begins now.
     *
     * @param nanos a clock that is never set back, nanoseconds
     * @param out receives the lines
     */
    public ProgressLines(Duration interval, LongSupplier nanos, Consumer<String> out) {
        this.intervalNanos = interval.toNanos();
        this.nanos = nanos;
        this.out = out;
        this.nextNanos = nanos.getAsLong() + intervalNanos;
    }

    /** Progress of a command: on standard error, every two seconds. */
    public static ProgressLines ofCommand() {
        return new ProgressLines(INTERVAL, System::nanoTime, System.err::println);
    }

    /**
     * Records the progress, and reports it if a line is due.
     *
     * @param what the work, for people
     * @param done units done
     * @param total units in all; 0 when not known beforehand
     */
    public void at(String what, long done, long total) {
        at(() -> total > 0
                ? String.format(Locale.ROOT, "%s: %,d of %,d", what, done, total)
                : String.format(Locale.ROOT, "%s: %,d", what, done));
    }

    /** The same with other text, which is computed only if a line is due. */
    public void at(Supplier<String> line) {
        long now = nanos.getAsLong();
        if (now - nextNanos >= 0) {
            nextNanos = now + intervalNanos;
            out.accept(line.get());
        }
    }
}
