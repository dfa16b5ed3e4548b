package org.debitcredit.measure;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * The response times of a run, one histogram for each kind of request. Any thread may record and any may read at any
 * time; a reading during the run sees a recent state. Resolution: one microsecond or 0.1 %, whichever is coarser.
 *
 * @param <K> the kinds of request
 */
public final class ResponseTimes<K extends Enum<K>> {

    private static final long HIGHEST_MICROS = 3_600_000_000L;
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final long NANOS_PER_MICRO = 1_000;

    private final Map<K, Histogram> byKind;

    public ResponseTimes(Class<K> kinds) {
        byKind = new EnumMap<>(kinds);
        for (K kind : kinds.getEnumConstants()) {
            byKind.put(kind, new ConcurrentHistogram(HIGHEST_MICROS, SIGNIFICANT_DIGITS));
        }
    }

    /** Records one response. Times above an hour count as an hour. */
    public void record(K kind, long nanos) {
        long micros = Math.max(0, nanos / NANOS_PER_MICRO);
        histogram(kind).recordValue(Math.min(micros, HIGHEST_MICROS));
    }

    /** What was recorded of one kind. */
    public Latency of(K kind) {
        return Latency.ofMicros(histogram(kind).copy());
    }

    /** What was recorded of all kinds together: the histograms merged. */
    public Latency overall() {
        Histogram merged = new Histogram(HIGHEST_MICROS, SIGNIFICANT_DIGITS);
        byKind.values().forEach(histogram -> merged.add(histogram.copy()));
        return Latency.ofMicros(merged);
    }

    private Histogram histogram(K kind) {
        Histogram histogram = byKind.get(kind);
        if (histogram == null) {
            throw new IllegalArgumentException(kind + " is not a kind of response time that is measured here");
        }
        return histogram;
    }
}
