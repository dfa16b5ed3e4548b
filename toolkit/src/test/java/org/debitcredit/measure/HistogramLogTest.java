package org.debitcredit.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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

    private Path file(int seconds) throws IOException {
        Path file = temp.resolve("run.hlog");
        try (HistogramLog log = new HistogramLog(file, "a test", BEGIN_MILLIS)) {
            for (int second = 0; second < seconds; second++) {
                for (int i = 0; i < 10; i++) {
                    record(Kind.DEBIT_CREDIT, 1, 10 + i);
                    record(Kind.BALANCE, 1, 10 + i);
                }
                long from = BEGIN_MILLIS + second * 1_000L;
                log.append(recordings.interval(from, from + 1_000));
            }
        }
        return file;
    }

    private static boolean isWhole(RecordedInterval interval) {
        return Stream.of(Kind.values())
                .map(kind -> interval.of(kind.name()))
                .flatMap(times -> Stream.of(times.fromIntended(), times.fromActual(), times.lateness()))
                .allMatch(micros -> micros.getTotalCount() == 10);
    }

    @Test
    void aFileThatWasCutGivesItsWholeIntervals() throws IOException {
        byte[] bytes = Files.readAllBytes(file(3));
        int third = new String(bytes, StandardCharsets.UTF_8).indexOf("Tag=BALANCE.intended,2.000");
        Path cut = temp.resolve("cut.hlog");
        for (int length = third + 1; length < bytes.length; length++) {
            Files.write(cut, Arrays.copyOf(bytes, length));
            List<RecordedInterval> read = new ArrayList<>();
            assertThatThrownBy(() -> HistogramLog.read(cut, read::add))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(cut + " was cut: its last interval is not whole");
            assertThat(read).hasSize(2).allMatch(HistogramLogTest::isWhole);
        }
    }

    @Test
    void intervalsOfNoLengthAndOfAClockThatIsSetBackAreKeptApart() throws IOException {
        List<RecordedInterval> written = new ArrayList<>();
        for (long[] times : new long[][] {{1_000, 500}, {500, 1_500}, {1_500, 1_500}, {1_500, 1_500}, {-500, 0}}) {
            record(Kind.BALANCE, 0, 1);
            written.add(recordings.interval(BEGIN_MILLIS + times[0], BEGIN_MILLIS + times[1]));
        }
        List<RecordedInterval> read = throughTheFile(written);
        assertThat(read).hasSize(5);
        for (int i = 0; i < 5; i++) {
            assertThat(read.get(i).fromMillis()).isCloseTo(written.get(i).fromMillis(), within(1L));
            assertThat(read.get(i).toMillis()).isCloseTo(written.get(i).toMillis(), within(1L));
            assertThat(read.get(i).of("BALANCE").fromIntended().getTotalCount()).isEqualTo(1);
        }
    }

    @Test
    void aFileWithoutAnIntervalIsEmpty() throws IOException {
        assertThat(throughTheFile(List.of())).isEmpty();
    }

    @Test
    void aDamagedLineIsNamed() throws IOException {
        Path file = file(3);
        Files.writeString(file, Files.readString(file).replaceAll("(1\\.000,1\\.000,[0-9.]+,)HIST", "$1HUST"));
        assertThatThrownBy(() -> HistogramLog.read(file, interval -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + " has a line without a histogram of whole numbers");
    }

    @Test
    void theReaderOfHdrHistogramReadsIt() throws IOException {
        long samples = 0;
        try (HistogramLogReader reader = new HistogramLogReader(file(3).toFile())) {
            for (int line = 0; line < 3 * 2 * 3; line++) {
                Histogram micros = (Histogram) reader.nextIntervalHistogram();
                assertThat(micros.getTag()).matches("(BALANCE|DEBIT_CREDIT)\\.(intended|actual|late)");
                samples += micros.getTotalCount();
            }
            assertThat(reader.hasNext()).isFalse();
        }
        assertThat(samples).isEqualTo(3 * 2 * 3 * 10);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskIsNoSilence() {
        Path full = Path.of("/dev/full");
        assertThatThrownBy(() -> {
                    try (HistogramLog log = new HistogramLog(full, "a test", 0)) {
                        log.append(recordings.interval(0, 1));
                    }
                })
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("/dev/full cannot be written");
    }

    @Test
    void aCommentMayHaveLines() throws IOException {
        Path file = temp.resolve("run.hlog");
        try (HistogramLog log = new HistogramLog(file, "first\nsecond", 0)) {
            log.append(recordings.interval(0, 1));
        }
        assertThat(Files.readAllLines(file)).contains("#first", "#second");
        HistogramLog.read(file, interval -> assertThat(interval.toMillis()).isEqualTo(1));
    }

    private double[] halfMinutes(int seconds, LongUnaryOperator clock) {
        MergedRecording merged = new MergedRecording(0.9);
        for (int second = 0; second < seconds; second++) {
            record(Kind.BALANCE, 0, 10 * (1 + second / 30));
            merged.add(recordings.interval(
                    clock.applyAsLong(second * 1_000L), clock.applyAsLong(second * 1_000L + 1_000)));
        }
        return merged.halfMinuteQuantiles("BALANCE");
    }

    @Test
    void twoMinutesAreFourHalfMinutesWhenIntervalsEndALittleLate() {
        // Every interval but the last ends up to 6 ms late.
        LongUnaryOperator late = millis -> millis == 0 || millis == 120_000 ? millis : millis + (millis / 1_000) % 7;
        assertThat(halfMinutes(120, late)).hasSize(4);
        assertThat(halfMinutes(120, LongUnaryOperator.identity()))
                .containsExactly(new double[] {10_000, 20_000, 30_000, 40_000}, within(40.0));
        assertThat(halfMinutes(119, late)).hasSize(3);
    }

    @Test
    void aClockThatIsSetBackOrForthStopsNoHalfMinute() {
        assertThat(halfMinutes(120, millis -> millis < 45_000 ? millis : millis - 3_600_000))
                .hasSizeBetween(3, 4);
        assertThat(halfMinutes(120, millis -> millis < 45_000 ? millis : millis + 3_600_000))
                .hasSizeBetween(3, 5);
    }

    @Test
    void answersAfterTheWindowCountAndAreNoSecondOfIt() {
        MergedRecording merged = new MergedRecording(0.9);
        record(Kind.BALANCE, 0, 10);
        merged.add(recordings.interval(0, 1_000));
        record(Kind.BALANCE, 0, 9_000);
        record(Kind.DEBIT_CREDIT, 0, 9_000);
        merged.addAfterWindow(recordings.interval(1_000, 10_000));
        assertThat(merged.of("BALANCE").fromIntended().getTotalCount()).isEqualTo(2);
        assertThat(merged.of("DEBIT_CREDIT").fromIntended().getTotalCount()).isEqualTo(1);
        assertThat(merged.medians()).hasSize(1);
    }

    @Test
    void noSampleOfAnyThreadIsLostWhileIntervalsAreTaken() throws InterruptedException {
        int threads = 4;
        int each = 500_000;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int thread = 0; thread < threads; thread++) {
            pool.execute(() -> {
                for (int i = 0; i < each; i++) {
                    recordings.record(Kind.values()[i % 2], 0, i, 2_000L * i);
                }
            });
        }
        pool.shutdown();
        MergedRecording merged = new MergedRecording(0.9);
        long taken = 0;
        while (!pool.awaitTermination(1, TimeUnit.MILLISECONDS)) {
            merged.add(recordings.interval(taken, ++taken));
        }
        merged.add(recordings.interval(taken, ++taken));
        assertThat(taken).isGreaterThan(1);
        for (Kind kind : Kind.values()) {
            RequestTimes times = merged.of(kind.name());
            assertThat(times.fromIntended().getTotalCount()).isEqualTo((long) threads * each / 2);
            assertThat(times.fromActual().getTotalCount()).isEqualTo((long) threads * each / 2);
            assertThat(times.lateness().getTotalCount()).isEqualTo((long) threads * each / 2);
        }
    }
}
