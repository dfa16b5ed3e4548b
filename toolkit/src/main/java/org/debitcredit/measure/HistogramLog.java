package org.debitcredit.measure;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The file of a run's intervals, {@code .hlog}: HdrHistogram's own format, which its tools read and draw. Each interval
 * has three lines for each kind of request, with the tags {@code KIND.intended}, {@code KIND.actual} and {@code
 * KIND.late}. Values are microseconds; the column of the largest value is in milliseconds. One thread writes.
 */
public final class HistogramLog implements Closeable {

    private static final double MILLIS_PER_SECOND = 1_000;
    private static final double MICROS_PER_MILLI = 1_000;
    private static final String INTENDED = "intended";
    private static final String ACTUAL = "actual";
    private static final String LATE = "late";

    private static final String LINE = "Tag=";
    private static final int LINES_OF_KIND = 3;
    private static final String NO_HISTOGRAM = " has a line without a histogram of whole numbers";

    private final Path file;
    private final PrintStream lines;
    private final HistogramLogWriter writer;

    /**
     * Creates the file, or overwrites it.
     *
     * @param comment what the run was, on lines of its own
     * @param beginMillis of the run, since the epoch
     */
    public HistogramLog(Path file, String comment, long beginMillis) throws IOException {
        this.file = file;
        lines = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
        writer = new HistogramLogWriter(lines);
        comment.lines().forEach(writer::outputComment);
        writer.outputLogFormatVersion();
        writer.outputBaseTime(beginMillis);
        writer.setBaseTime(beginMillis);
        writer.outputStartTime(beginMillis);
        writer.outputLegend();
    }

    /**
     * Appends an interval.
     *
     * @throws UncheckedIOException when it cannot be written, such as on a full disk
     */
    public void append(RecordedInterval interval) {
        interval.byKind().forEach((kind, times) -> {
            append(interval, kind + "." + INTENDED, times.fromIntended());
            append(interval, kind + "." + ACTUAL, times.fromActual());
            append(interval, kind + "." + LATE, times.lateness());
        });
        requireWritten();
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

    /** Neither the stream nor its writer throws. */
    private void requireWritten() {
        if (lines.checkError()) {
            throw new UncheckedIOException(new IOException(file + " cannot be written"));
        }
    }

    @Override
    public void close() {
        writer.close();
        requireWritten();
    }

    /**
     * Reads a file back, one interval at a time; only one is in memory. Of a file that was cut, such as one whose
     * process was killed, the whole intervals are read before the exception.
     *
     * @throws IllegalArgumentException when a line of it was not written by this class, or its last interval is not
     *     whole
     */
    public static void read(Path file, Consumer<RecordedInterval> reader) throws IOException {
        boolean cut = endsWithinLine(file);
        List<Histogram> interval = new ArrayList<>();
        int linesOfOne = 0;
        try (HistogramLogReader lines = new HistogramLogReader(file.toFile())) {
            for (long left = completeLines(file, cut); left > 0; left--) {
                Histogram next = next(lines, file);
                if (!interval.isEmpty() && !isOfSameInterval(interval.get(0), next)) {
                    reader.accept(interval(interval, file));
                    linesOfOne = interval.size();
                    interval.clear();
                }
                interval.add(next);
            }
        }
        boolean whole = linesOfOne == 0 ? !cut && interval.size() % LINES_OF_KIND == 0 : interval.size() == linesOfOne;
        if (whole && !interval.isEmpty()) {
            reader.accept(interval(interval, file));
        }
        if (cut || !whole) {
            throw new IllegalArgumentException(file + " was cut: its last interval is not whole");
        }
    }

    private static boolean endsWithinLine(Path file) throws IOException {
        try (SeekableByteChannel bytes = Files.newByteChannel(file)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return bytes.size() > 0 && bytes.position(bytes.size() - 1).read(last) == 1 && last.get(0) != '\n';
        }
    }

    private static long completeLines(Path file, boolean cut) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            long complete = 0;
            boolean isLast = false;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                isLast = line.startsWith(LINE);
                complete += isLast ? 1 : 0;
            }
            return cut && isLast ? complete - 1 : complete;
        }
    }

    private static Histogram next(HistogramLogReader lines, Path file) {
        try {
            if (lines.nextIntervalHistogram() instanceof Histogram micros) {
                return micros;
            }
        } catch (RuntimeException e) {
            // HdrHistogram's reader throws various ones.
            throw new IllegalArgumentException(file + NO_HISTOGRAM, e);
        }
        throw new IllegalArgumentException(file + NO_HISTOGRAM);
    }

    /** An interval has each tag once. Two of no length, as after a clock that was set back, may have the same times. */
    private static boolean isOfSameInterval(Histogram first, Histogram next) {
        return first.getStartTimeStamp() == next.getStartTimeStamp()
                && first.getEndTimeStamp() == next.getEndTimeStamp()
                && !Objects.equals(first.getTag(), next.getTag());
    }

    private static RecordedInterval interval(List<Histogram> lines, Path file) {
        SortedMap<String, RequestTimes> byKind = new TreeMap<>();
        lines.forEach(micros -> put(byKind, micros, file));
        Histogram any = lines.get(0);
        return new RecordedInterval(any.getStartTimeStamp(), any.getEndTimeStamp(), byKind);
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
