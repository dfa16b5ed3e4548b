package org.debitcredit.measure;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The file of a run's intervals, {@code .hlog}: HdrHistogram's own format, which its tools read and draw. Each interval has
 * three lines for each kind of request, with the tags {@code KIND.intended}, {@code KIND.actual} and {@code KIND.late}.
 * Values are microseconds; the column of the largest value is in milliseconds. One thread writes.
 */
public final class HistogramLog implements Closeable {

    private static final double MILLIS_PER_SECOND = 1_000;
    private static final double MICROS_PER_MILLI = 1_000;
    private static final String INTENDED = "intended";
    private static final String ACTUAL = "actual";
    private static final String LATE = "late";

    private final HistogramLogWriter writer;

    /**
     * Creates the file, or overwrites it.
     *
     * @param comment what the run was, on a line of its own
     * @param beginMillis of the run, since the epoch
     */
    public HistogramLog(Path file, String comment, long beginMillis) throws IOException {
        writer = new HistogramLogWriter(Files.newOutputStream(file));
        writer.outputComment(comment);
        writer.outputLogFormatVersion();
        writer.outputBaseTime(beginMillis);
        writer.setBaseTime(beginMillis);
        writer.outputStartTime(beginMillis);
        writer.outputLegend();
    }

    /** Appends an interval. */
    public void append(RecordedInterval interval) {
        interval.byKind().forEach((kind, times) -> {
            append(interval, kind + "." + INTENDED, times.fromIntended());
            append(interval, kind + "." + ACTUAL, times.fromActual());
            append(interval, kind + "." + LATE, times.lateness());
        });
    }

    private void append(RecordedInterval interval, String tag, Histogram micros) {
        micros.setTag(tag);
        micros.setStartTimeStamp(interval.fromMillis());
        micros.setEndTimeStamp(interval.toMillis());
        writer.outputIntervalHistogram(
                (interval.fromMillis() - writer.getBaseTime()) / MILLIS_PER_SECOND,
                (interval.toMillis() - writer.getBaseTime()) / MILLIS_PER_SECOND,
                micros,
                MICROS_PER_MILLI);
    }

    @Override
    public void close() {
        writer.close();
    }

    /**
     * Reads a file back, one interval at a time; only one is in memory.
     *
     * @throws IllegalArgumentException when a line of it was not written by this class
     */
    public static void read(Path file, Consumer<RecordedInterval> reader) throws FileNotFoundException {
        try (HistogramLogReader lines = new HistogramLogReader(file.toFile())) {
            SortedMap<String, RequestTimes> byKind = new TreeMap<>();
            long from = 0;
            long to = 0;
            while (lines.hasNext()) {
                if (!(lines.nextIntervalHistogram() instanceof Histogram micros)) {
                    throw new IllegalArgumentException(file + " has a line without a histogram of whole numbers");
                }
                if (!byKind.isEmpty() && (micros.getStartTimeStamp() != from || micros.getEndTimeStamp() != to)) {
                    reader.accept(new RecordedInterval(from, to, byKind));
                    byKind = new TreeMap<>();
                }
                from = micros.getStartTimeStamp();
                to = micros.getEndTimeStamp();
                put(byKind, micros, file);
            }
            if (!byKind.isEmpty()) {
                reader.accept(new RecordedInterval(from, to, byKind));
            }
        }
    }

    private static void put(SortedMap<String, RequestTimes> byKind, Histogram micros, Path file) {
        String tag = micros.getTag() == null ? "" : micros.getTag();
        int dot = tag.lastIndexOf('.');
        RequestTimes times = byKind.computeIfAbsent(tag.substring(0, Math.max(0, dot)), kind -> RequestTimes.none());
        Histogram of = switch (tag.substring(dot + 1)) {
            case INTENDED -> times.fromIntended();
            case ACTUAL -> times.fromActual();
            case LATE -> times.lateness();
            default -> throw new IllegalArgumentException(file + " has a line with the unknown tag " + tag);
        };
        of.add(micros);
    }
}
