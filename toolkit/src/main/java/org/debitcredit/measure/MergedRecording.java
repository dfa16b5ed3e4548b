package org.debitcredit.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.statistics.QuantileBounds;

/**
 * The intervals of a window, added one after the other as they are recorded or read back: all of them merged, the
 * median of each interval, and a quantile of each half minute. Not thread-safe.
 */
public final class MergedRecording {

    private static final long HALF_MINUTE_MILLIS = 30_000;

    /**
     * A half minute counts as whole even if so much of it is missing, because intervals do not end on time to the
     * millisecond.
     */
    private static final long TOLERANCE_MILLIS = 500;

    private final double quantile;
    private final SortedMap<String, RequestTimes> whole = new TreeMap<>();
    private final List<Double> medians = new ArrayList<>();
    private final Map<String, List<Double>> halfMinuteQuantiles = new HashMap<>();
    private final Map<String, Histogram> halfMinute = new HashMap<>();
    private final Map<String, SortedMap<Integer, Double>> intervalQuantiles = new HashMap<>();
    private int intervals;
    private long elapsedMillis;
    private long halfMinuteEndsMillis = HALF_MINUTE_MILLIS;

    /** @param quantile of the half minutes and of the intervals: 0.9 has nine tenths of the samples below it */
    public MergedRecording(double quantile) {
        this.quantile = quantile;
    }

    /**
     * Adds the next interval of the window. Half minutes are made of the intervals' own lengths, so that a clock that
     * is set back does not stop them.
     */
    public void add(RecordedInterval interval) {
        Histogram all = RequestTimes.none().fromIntended();
        interval.byKind().forEach((kind, times) -> {
            whole.computeIfAbsent(kind, absent -> RequestTimes.none()).add(times);
            halfMinute
                    .computeIfAbsent(kind, absent -> RequestTimes.none().fromIntended())
                    .add(times.fromIntended());
            if (times.fromIntended().getTotalCount() > 0) {
                intervalQuantiles
                        .computeIfAbsent(kind, absent -> new TreeMap<>())
                        .put(intervals, (double) QuantileBounds.quantile(times.fromIntended(), quantile));
            }
            all.add(times.fromIntended());
        });
        intervals++;
        if (all.getTotalCount() > 0) {
            medians.add((double) QuantileBounds.quantile(all, 0.5));
        }
        elapsedMillis += Math.max(0, interval.toMillis() - interval.fromMillis());
        long untilMillis = elapsedMillis + TOLERANCE_MILLIS;
        if (untilMillis >= halfMinuteEndsMillis) {
            halfMinuteEndsMillis = untilMillis - untilMillis % HALF_MINUTE_MILLIS + HALF_MINUTE_MILLIS;
            closeHalfMinute();
        }
    }

    /**
     * Adds answers that came after the window, to requests of the window. They count as all others do, but these few,
     * which are the slowest, make neither a median nor a half minute.
     */
    public void addAfterWindow(RecordedInterval rest) {
        rest.byKind()
                .forEach((kind, times) -> whole.computeIfAbsent(kind, absent -> RequestTimes.none())
                        .add(times));
    }

    private void closeHalfMinute() {
        halfMinute.forEach((kind, micros) -> {
            if (micros.getTotalCount() > 0) {
                halfMinuteQuantiles
                        .computeIfAbsent(kind, absent -> new ArrayList<>())
                        .add((double) QuantileBounds.quantile(micros, quantile));
            }
            micros.reset();
        });
    }

    /** The kinds of request. */
    public Set<String> kinds() {
        return Collections.unmodifiableSet(whole.keySet());
    }

    /** All requests of one kind; none when there is no such kind. */
    public RequestTimes of(String kind) {
        return whole.getOrDefault(kind, RequestTimes.none());
    }

    /** How late requests of all kinds were sent, microseconds. */
    public Histogram lateness() {
        Histogram all = RequestTimes.none().lateness();
        whole.values().forEach(times -> all.add(times.lateness()));
        return all;
    }

    /** The median response time of each interval that had answers, from the intended send time, microseconds. */
    public double[] medians() {
        return array(medians);
    }

    /**
     * The quantile of a kind in each whole half minute, from the intended send time, microseconds. What remains at the
     * end is not a half minute and has none.
     */
    public double[] halfMinuteQuantiles(String kind) {
        return array(halfMinuteQuantiles.getOrDefault(kind, List.of()));
    }

    /** The first interval, from 0, in which a quantile of a kind is not below a limit, microseconds. */
    public OptionalInt firstNotBelow(String kind, double limitMicros) {
        SortedMap<Integer, Double> ofKind = intervalQuantiles.getOrDefault(kind, Collections.emptySortedMap());
        return ofKind.entrySet().stream()
                .filter(interval -> interval.getValue() >= limitMicros)
                .mapToInt(Map.Entry::getKey)
                .findFirst();
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
