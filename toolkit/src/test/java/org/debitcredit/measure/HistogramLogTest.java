package org.debitcredit.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From recorded requests through the file to what the window comes to. */
class HistogramLogTest {

    private static final long BEGIN_MILLIS = 1_764_000_000_123L;

    private enum Kind {
        DEBIT_CREDIT,
        BALANCE
    }

    @TempDir
    private Path temp;

    private final Recordings<Kind> recordings = new Recordings<>(Kind.class);

    private void record(Kind kind, double lateMillis, double serviceMillis) {
        long actual = (long) (lateMillis * 1e6);
        recordings.record(kind, 0, actual, actual + (long) (serviceMillis * 1e6));
    }

    private List<RecordedInterval> throughTheFile(List<RecordedInterval> intervals) throws IOException {
        Path file = temp.resolve("run.hlog");
        try (HistogramLog log = new HistogramLog(file, "a test", BEGIN_MILLIS)) {
            intervals.forEach(log::append);
        }
        List<RecordedInterval> read = new ArrayList<>();
        HistogramLog.read(file, read::add);
        return read;
    }

    @Test
    void theIntendedAndTheActualSendTimeAreKeptApart() {
        record(Kind.DEBIT_CREDIT, 100, 5);
        RequestTimes times = recordings.interval(0, 1_000).of("DEBIT_CREDIT");
        assertThat(times.fromIntended().getMaxValue()).isCloseTo(105_000, within(105L));
        assertThat(times.fromActual().getMaxValue()).isCloseTo(5_000, within(5L));
        assertThat(times.lateness().getMaxValue()).isCloseTo(100_000, within(100L));
    }

    @Test
    void anIntervalTakesWhatWasRecordedSinceTheOneBefore() {
        record(Kind.BALANCE, 0, 1);
        assertThat(recordings.interval(0, 1).of("BALANCE").fromIntended().getTotalCount())
                .isEqualTo(1);
        assertThat(recordings.interval(1, 2).of("BALANCE").fromIntended().getTotalCount())
                .isZero();
    }

    @Test
    void aTimeOutOfRangeIsKeptAtTheEdge() {
        recordings.record(Kind.BALANCE, 0, 0, TimeUnit.DAYS.toNanos(1));
        recordings.record(Kind.BALANCE, 0, 0, -1);
        RequestTimes times = recordings.interval(0, 1).of("BALANCE");
        assertThat(times.fromIntended().getTotalCount()).isEqualTo(2);
        assertThat(times.fromIntended().getMaxValue()).isCloseTo(3_600_000_000L, within(3_600_000L));
    }

    @Test
    void theFileGivesBackEachInterval() throws IOException {
        List<RecordedInterval> written = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int second = 0; second < 5; second++) {
            for (int i = 0; i < 100 && second != 2; i++) {
                record(Kind.DEBIT_CREDIT, random.nextDouble(3), random.nextDouble(2_000));
            }
            long from = BEGIN_MILLIS + second * 1_000L;
            written.add(recordings.interval(from, from + 1_000));
        }
        List<RecordedInterval> read = throughTheFile(written);
        assertThat(read).hasSize(5);
        for (int i = 0; i < 5; i++) {
            // Its clock is in seconds with three decimals.
            assertThat(read.get(i).fromMillis()).isCloseTo(written.get(i).fromMillis(), within(1L));
            assertThat(read.get(i).toMillis()).isCloseTo(written.get(i).toMillis(), within(1L));
            assertThat(read.get(i).byKind()).containsOnlyKeys("BALANCE", "DEBIT_CREDIT");
            for (String kind : List.of("BALANCE", "DEBIT_CREDIT")) {
                RequestTimes was = written.get(i).of(kind);
                RequestTimes is = read.get(i).of(kind);
                assertThat(is.fromIntended()).isEqualTo(was.fromIntended());
                assertThat(is.fromActual()).isEqualTo(was.fromActual());
                assertThat(is.lateness()).isEqualTo(was.lateness());
            }
        }
    }

    @Test
    void theFileIsOneOfHdrHistogram() throws IOException {
        record(Kind.BALANCE, 0, 12);
        throughTheFile(List.of(recordings.interval(BEGIN_MILLIS, BEGIN_MILLIS + 1_000)));
        assertThat(Files.readAllLines(temp.resolve("run.hlog")))
                .contains("#a test", "#[Histogram log format version 1.3]")
                .anyMatch(line -> line.startsWith("Tag=BALANCE.intended,0.000,1.000,12."));
    }

    @Test
    void anotherFileIsRefused() throws IOException {
        Path file = temp.resolve("run.hlog");
        try (HistogramLog log = new HistogramLog(file, "a test", 0)) {
            log.append(recordings.interval(0, 1));
        }
        Files.writeString(file, Files.readString(file).replace("BALANCE.late", "BALANCE.soon"));
        assertThatThrownBy(() -> HistogramLog.read(file, interval -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + " has a line with the unknown tag BALANCE.soon");
    }

    @Test
    void aWindowIsMergedAndNeverAveraged() {
        MergedRecording merged = new MergedRecording(0.9);
        for (int second = 0; second < 65; second++) {
            // The second half minute is ten times as slow; one second is silent.
            double millis = second < 30 ? 10 : 100;
            for (int i = 0; i < 20 && second != 40; i++) {
                record(Kind.DEBIT_CREDIT, 1, i < 17 ? millis : 20 * millis);
            }
            merged.add(recordings.interval(second * 1_000L, second * 1_000L + 1_000));
        }
        assertThat(merged.of("DEBIT_CREDIT").fromIntended().getTotalCount()).isEqualTo(64 * 20);
        assertThat(merged.medians()).hasSize(64);
        assertThat(merged.medians()[0]).isCloseTo(11_000, within(11.0));
        assertThat(merged.medians()[63]).isCloseTo(101_000, within(101.0));
        assertThat(merged.halfMinuteQuantiles("DEBIT_CREDIT")).hasSize(2);
        assertThat(merged.halfMinuteQuantiles("DEBIT_CREDIT")[0]).isCloseTo(201_000, within(201.0));
        assertThat(merged.halfMinuteQuantiles("DEBIT_CREDIT")[1]).isCloseTo(2_001_000, within(2_001.0));
        assertThat(merged.halfMinuteQuantiles("BALANCE")).isEmpty();
        assertThat(merged.lateness().getTotalCount()).isEqualTo(64 * 20);
        QuantileBounds bounds = QuantileBounds.of(merged.of("DEBIT_CREDIT").fromIntended(), 0.9)
                .widenedBy(merged.halfMinuteQuantiles("DEBIT_CREDIT"));
        assertThat(bounds.high() - bounds.low()).isGreaterThan(1_800_000);
    }
}
