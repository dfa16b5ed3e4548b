package org.debitcredit.server.lifecycle;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * How long each stage of a start took, from the progress that it reports. A stage begins where the one before it ended.
 * For use by all threads: a ledger that is added up reports from a thread of its own.
 */
final class StageTimes {

    private static final double MILLIS_PER_SECOND = 1_000;

    private final LongSupplier monotonicNanos;
    private final Map<String, Long> nanosOfStages = new LinkedHashMap<>();
    private long sinceNanos;

    StageTimes(LongSupplier monotonicNanos) {
        this.monotonicNanos = monotonicNanos;
    }

    /** The first stage begins now. */
    synchronized void begin() {
        sinceNanos = monotonicNanos.getAsLong();
    }

    /**
     * A stage has made progress.
     *
     * @param what its name, and after a comma its unit
     */
    synchronized void at(String what) {
        long now = monotonicNanos.getAsLong();
        nanosOfStages.merge(what, now - sinceNanos, Long::sum);
        sinceNanos = now;
    }

    /** Such as "0.120 s for loading the snapshot, 0.080 s for replaying the journal"; empty without a stage. */
    @Override
    public synchronized String toString() {
        return nanosOfStages.entrySet().stream()
                .map(stage -> String.format(
                        Locale.ROOT,
                        "%.3f s for %s",
                        TimeUnit.NANOSECONDS.toMillis(stage.getValue()) / MILLIS_PER_SECOND,
                        stage.getKey().split(",", 2)[0]))
                .collect(Collectors.joining(", "));
    }
}
