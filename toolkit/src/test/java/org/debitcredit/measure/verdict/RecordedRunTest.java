package org.debitcredit.measure.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.measure.HistogramLog;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.Recordings;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.TrafficCounter;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From requests through recordings and their file to the verdict, as a driver does it. */
class RecordedRunTest {

    private static final int SECONDS = 60;
    private static final double PER_SECOND = 100;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long BEGIN_MILLIS = 1_764_000_000_000L;

    private enum Kind {
        DEBIT_CREDIT
    }

    private record Request(long dueNanos, long sentNanos, long answeredNanos) {}

    @TempDir
    private Path temp;

    private final TrafficCounter counter = new TrafficCounter(0, SECONDS);
    private final List<Double> gaps = new ArrayList<>();

    /** By the time of their answers; those of the last tenth of a second take seconds. */
    private List<Request> requests(SplittableRandom random) {
        List<Request> requests = new ArrayList<>();
        double due = -1;
        while (true) {
            double gap = -Math.log(1 - random.nextDouble()) / PER_SECOND;
            due += gap;
            if (due >= SECONDS) {
                break;
            }
            double sent = due + random.nextDouble(0.0001);
            double takes = due > SECONDS - 0.1 ? random.nextDouble(5, 9) : -0.008 * Math.log(1 - random.nextDouble());
            Request request = new Request(nanos(due), nanos(sent), nanos(sent + takes));
            counter.due(request.dueNanos());
            counter.answered(request.answeredNanos());
            if (counter.measures(request.dueNanos())) {
                gaps.add(gap);
                requests.add(request);
            }
        }
        requests.sort(Comparator.comparingLong(Request::answeredNanos));
        return requests;
    }

    private static long nanos(double seconds) {
        return (long) Math.floor(seconds * SECOND_NANOS);
    }

    private static List<RecordedInterval> intervals(List<Request> requests) {
        Recordings<Kind> recordings = new Recordings<>(Kind.class);
        List<RecordedInterval> intervals = new ArrayList<>();
        int next = 0;
        for (int second = 0; next < requests.size(); second++) {
            while (next < requests.size() && requests.get(next).answeredNanos() < (second + 1) * SECOND_NANOS) {
                Request request = requests.get(next++);
                recordings.record(Kind.DEBIT_CREDIT, request.dueNanos(), request.sentNanos(), request.answeredNanos());
            }
            long from = BEGIN_MILLIS + second * 1_000L;
            intervals.add(recordings.interval(from, from + 1_000));
        }
        return intervals;
    }

    private RunVerdict judged(MergedRecording recording) {
        Traffic traffic = counter.traffic();
        QuantileBounds micros = QuantileBounds.of(recording.of("DEBIT_CREDIT").fromIntended(), 0.9)
                .widenedBy(recording.halfMinuteQuantiles("DEBIT_CREDIT"));
        return JudgeTest.judge(new Evidence(
                traffic,
                recording.of("DEBIT_CREDIT").fromIntended().getTotalCount(),
                List.of(new Responses("DEBIT_CREDIT", micros, Duration.ofSeconds(2))),
                recording.medians(),
                new Load.OpenLoop(
                        PER_SECOND,
                        gaps.stream().mapToDouble(Double::doubleValue).toArray()),
                1_000,
                recording.lateness(),
                0,
                List.of(new Checkpoint(20, 25))));
    }

    private static MergedRecording merged(List<RecordedInterval> intervals) {
        MergedRecording recording = new MergedRecording(0.9);
        intervals.subList(0, SECONDS).forEach(recording::add);
        intervals.subList(SECONDS, intervals.size()).forEach(recording::addAfterWindow);
        return recording;
    }

    @Test
    void a_run_passes_as_it_was_recorded_and_as_its_file_is_read() throws IOException {
        List<RecordedInterval> intervals = intervals(requests(new SplittableRandom(4)));
        assertThat(intervals).hasSizeGreaterThan(SECONDS + 5);
        Path file = temp.resolve("run.hlog");
        try (HistogramLog log = new HistogramLog(file, "a run", BEGIN_MILLIS)) {
            intervals.forEach(log::append);
        }
        List<RecordedInterval> read = new ArrayList<>();
        HistogramLog.read(file, read::add);

        MergedRecording recording = merged(intervals);
        assertThat(recording.medians()).hasSize(SECONDS);
        assertThat(recording.halfMinuteQuantiles("DEBIT_CREDIT")).hasSize(2);
        RunVerdict verdict = judged(recording);
        assertThat(verdict.reasons()).isEmpty();
        assertThat(judged(merged(read))).isEqualTo(verdict);
    }

    @Test
    void answers_after_the_window_taken_for_its_seconds_are_found() {
        List<RecordedInterval> intervals = intervals(requests(new SplittableRandom(4)));
        MergedRecording recording = new MergedRecording(0.9);
        intervals.forEach(recording::add);
        assertThat(judged(recording).reasons())
                .extracting(Finding::rule)
                .containsExactly("response times keep a level");
    }
}
