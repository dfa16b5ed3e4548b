package org.debitcredit.measure;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Recorder;

/**
 * Records the times of requests, from the intended and from the actual send time, by kind. Any thread may record,
 * without a lock; a single thread takes the intervals.
 *
 * <p>The caller selects the requests of a window of measurement by their <i>intended</i> time. If they were selected by
 * the time of the answer, the slowest ones at the end would be missing.
 *
 * @param <K> the kinds of request
 */
public final class Recordings<K extends Enum<K>> {

    private static final long NANOS_PER_MICRO = 1_000;

    /** Longer times count as this one. */
    private static final long HIGHEST_MICROS = 3_600_000_000L;

    private record Recorders(Recorder fromIntended, Recorder fromActual, Recorder lateness) {}

    private final Map<K, Recorders> byKind;

    public Recordings(Class<K> kinds) {
        byKind = new EnumMap<>(kinds);
        for (K kind : kinds.getEnumConstants()) {
            byKind.put(kind, new Recorders(recorder(), recorder(), recorder()));
        }
    }

    /**
     * Records an answered request. The times are of one clock, {@link System#nanoTime}.
     *
     * @param intendedNanos when it was meant to be sent
     * @param actualNanos when it was sent
     * @param answeredNanos when its answer came
     */
    public void record(K kind, long intendedNanos, long actualNanos, long answeredNanos) {
        Recorders recorders = byKind.get(kind);
        if (recorders == null) {
            throw new IllegalArgumentException(kind + " is not a kind of these recordings");
        }
        recorders.fromIntended.recordValue(micros(answeredNanos - intendedNanos));
        recorders.fromActual.recordValue(micros(answeredNanos - actualNanos));
        recorders.lateness.recordValue(micros(actualNanos - intendedNanos));
    }

    /** Takes what was recorded since the interval before. */
    public RecordedInterval interval(long fromMillis, long toMillis) {
        SortedMap<String, RequestTimes> taken = new TreeMap<>();
        byKind.forEach((kind, recorders) -> taken.put(
                kind.name(),
                new RequestTimes(
                        recorders.fromIntended.getIntervalHistogram(),
                        recorders.fromActual.getIntervalHistogram(),
                        recorders.lateness.getIntervalHistogram())));
        return new RecordedInterval(fromMillis, toMillis, taken);
    }

    private static long micros(long nanos) {
        return Math.min(HIGHEST_MICROS, Math.max(0, nanos / NANOS_PER_MICRO));
    }

    private static Recorder recorder() {
        return new Recorder(RequestTimes.SIGNIFICANT_DIGITS);
    }
}
