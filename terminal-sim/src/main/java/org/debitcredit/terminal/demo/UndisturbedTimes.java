package org.debitcredit.terminal.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.HistogramLog;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.RequestTimes;

/**
 * The response times of a run outside of an outage: of the answers that came before the kill, and of those that came
 * when the server had worked for a while again. Between them terminals wait for the server, and those waits are
 * reported as the silence that they are.
 *
 * @param micros from the intended send time, by kind of request
 */
record UndisturbedTimes(SortedMap<String, Histogram> micros) {

    /** After this time, terminals that had no answer have all asked again. */
    static final Duration SETTLED = Duration.ofSeconds(5);

    static UndisturbedTimes of(Path histogramLog, Outage outage) {
        SortedMap<String, Histogram> micros = new TreeMap<>();
        long killedMillis = outage.killed().toEpochMilli();
        long settledMillis = outage.ready().plus(SETTLED).toEpochMilli();
        try {
            HistogramLog.read(histogramLog, interval -> {
                if (interval.toMillis() <= killedMillis || interval.fromMillis() >= settledMillis) {
                    add(interval, micros);
                }
            });
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return new UndisturbedTimes(micros);
    }

    private static void add(RecordedInterval interval, SortedMap<String, Histogram> micros) {
        interval.byKind()
                .forEach((kind, times) -> micros.computeIfAbsent(
                                kind, absent -> RequestTimes.none().fromIntended())
                        .add(times.fromIntended()));
    }

    /** Of all kinds together. */
    Histogram all() {
        Histogram all = RequestTimes.none().fromIntended();
        micros.values().forEach(all::add);
        return all;
    }
}
