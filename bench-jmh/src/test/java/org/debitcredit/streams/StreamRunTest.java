package org.debitcredit.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.debitcredit.bank.Preset;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.Recordings;
import org.debitcredit.measure.RequestTimes;
import org.debitcredit.workload.DebitCreditWorkload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StreamRunTest {

    private static final Duration LONG = Duration.ofHours(1);

    private static final StreamRun.Counters NOTHING = new Sampled();

    /** Counts how often it is read, and nothing else. */
    private static final class Sampled implements StreamRun.Counters {
        private final AtomicInteger samples = new AtomicInteger();

        @Override
        public StreamRun.JournalSample journal() {
            samples.incrementAndGet();
            return new StreamRun.JournalSample(0, 0, 0);
        }

        @Override
        public MachineCounters machine() {
            return new MachineCounters(0, 0, 0);
        }
    }

    /** Is answered at once, and cannot be sent from some time on. */
    private static final class Breaking extends Slot {
        private final AtomicInteger sendsLeft;

        Breaking(int sends) {
            sendsLeft = new AtomicInteger(sends);
        }

        @Override
        void fill(DebitCreditWorkload workload, BatchKeys keys) {}

        @Override
        boolean trySend() {
            if (sendsLeft.decrementAndGet() < 0) {
                throw new IllegalArgumentException("no more");
            }
            answered(null);
            return true;
        }
    }

    /** Is answered when its service is warm. */
    private static final class Cold extends Slot {
        private final AtomicBoolean warm;
        private final Queue<Cold> unanswered;

        Cold(AtomicBoolean warm, Queue<Cold> unanswered) {
            this.warm = warm;
            this.unanswered = unanswered;
        }

        @Override
        void fill(DebitCreditWorkload workload, BatchKeys keys) {}

        @Override
        boolean trySend() {
            unanswered.add(this);
            if (warm.get() && unanswered.remove(this)) {
                answered(null);
            }
            return true;
        }
    }

    /** Is answered so many times. */
    private static final class Silent extends Slot {
        private int answersLeft;

        Silent(int answers) {
            answersLeft = answers;
        }

        @Override
        void fill(DebitCreditWorkload workload, BatchKeys keys) {}

        @Override
        boolean trySend() {
            if (answersLeft > 0) {
                answersLeft--;
                answered(null);
            }
            return true;
        }
    }

    /** Without the bound it never ends. */
    @Test
    void a_run_whose_last_answers_never_come_fails() {
        Duration tenth = Duration.ofMillis(100);
        StreamRun run = new StreamRun(
                new StreamSettings(2, 1, 2, 0, Duration.ZERO, tenth, tenth, 1),
                stream -> stream == 0 ? new Breaking(Integer.MAX_VALUE) : new Silent(3),
                new DebitCreditWorkload(Preset.GRAY2005.scale(1), Preset.GRAY2005, 1),
                NOTHING,
                second -> {},
                Duration.ofSeconds(1));
        assertThatThrownBy(run::run)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("no answer came for 1 s after the end, and 1 of 2 streams still wait for one");
    }

    private static void run(int sendsOfSecond, Duration warmUp) {
        new StreamRun(
                        new StreamSettings(2, 1, 4, 0, Duration.ZERO, warmUp, LONG, 1),
                        stream -> new Breaking(stream == 0 ? Integer.MAX_VALUE : sendsOfSecond),
                        new DebitCreditWorkload(Preset.GRAY2005.scale(1), Preset.GRAY2005, 1),
                        NOTHING,
                        second -> {})
                .run();
    }

    @Test
    void a_stream_that_breaks_off_fails_the_run() {
        for (Duration warmUp : new Duration[] {Duration.ZERO, LONG}) {
            assertThatThrownBy(() -> run(0, warmUp))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a stream ended early: java.lang.IllegalArgumentException: no more")
                    .hasCauseInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> run(1_000, warmUp)).hasMessageStartingWith("a stream ended early");
        }
    }

    @Test
    void an_open_loop_is_measured_once_it_has_caught_up_with_its_warm_up() {
        AtomicBoolean warm = new AtomicBoolean();
        Queue<Cold> unanswered = new ConcurrentLinkedQueue<>();
        List<Second> seconds = new ArrayList<>();
        Duration tenth = Duration.ofMillis(100);
        StreamResult result = new StreamRun(
                        new StreamSettings(1, 1, 8, 1_000, Duration.ZERO, tenth, tenth, 1),
                        stream -> new Cold(warm, unanswered),
                        new DebitCreditWorkload(Preset.GRAY2005.scale(1), Preset.GRAY2005, 1),
                        NOTHING,
                        second -> {
                            seconds.add(second);
                            // It stays cold during the warm-up, and for a second after it.
                            if (seconds.size() == 2) {
                                warm.set(true);
                                for (Cold slot = unanswered.poll(); slot != null; slot = unanswered.poll()) {
                                    slot.answered(null);
                                }
                            }
                        })
                .run();
        assertThat(seconds).hasSizeGreaterThan(2);
        assertThat(seconds.subList(0, 2)).noneMatch(Second::measured);
        assertThat(seconds.get(seconds.size() - 1).measured()).isTrue();
        assertThat(result.caughtUp()).isTrue();
    }

    @Test
    void what_was_due_and_not_sent_by_the_end_is_counted() {
        StreamPhase phase = new StreamPhase();
        long now = System.nanoTime();
        phase.measure(now, now + LONG.toNanos());
        phase.end();
        Stream stream = new Stream(
                List.of(new Breaking(0)),
                new DebitCreditWorkload(Preset.GRAY2005.scale(1), Preset.GRAY2005, 1),
                new SplittableRandom(1),
                1e9,
                now,
                phase,
                new Recordings<>(Stream.Kind.class),
                false);
        stream.run();
        // One a second for an hour.
        assertThat(stream.unsent()).isBetween(3_300L, 3_900L);
    }

    @Test
    void answers_are_counted_when_they_come_and_not_when_their_place_is_needed() {
        List<Second> seconds = new ArrayList<>();
        Duration tenth = Duration.ofMillis(100);
        // A thousand places, and a hundred submissions in all.
        new StreamRun(
                        new StreamSettings(1, 1, 1_000, 500, Duration.ZERO, tenth, tenth, 1),
                        stream -> new Breaking(Integer.MAX_VALUE),
                        new DebitCreditWorkload(Preset.GRAY2005.scale(1), Preset.GRAY2005, 1),
                        NOTHING,
                        seconds::add)
                .run();
        assertThat(seconds.stream().mapToLong(Second::transactions).sum()).isPositive();
    }

    /** Takes a moment to be sent once the measurement has begun, and is answered at once. */
    private static final class Sluggish extends Slot {
        private final Sampled counters;

        Sluggish(Sampled counters) {
            this.counters = counters;
        }

        @Override
        void fill(DebitCreditWorkload workload, BatchKeys keys) {
            // The second sample begins the measurement. A loop that was late before it would first have to catch up.
            if (counters.samples.get() >= 2) {
                // As long as ten gaps: each submission is sent later than it was due.
                Park.until(System.nanoTime() + 20_000_000);
            }
        }

        @Override
        boolean trySend() {
            answered(null);
            return true;
        }
    }

    @Test
    void response_times_count_from_when_a_submission_was_due_and_are_told_every_second() {
        List<RecordedInterval> intervals = new ArrayList<>();
        Sampled counters = new Sampled();
        StreamResult result = new StreamRun(
                        new StreamSettings(1, 1, 1, 500, Duration.ZERO, Duration.ZERO, Duration.ofMillis(1_200), 1),
                        stream -> new Sluggish(counters),
                        new DebitCreditWorkload(Preset.GRAY2005.scale(1), Preset.GRAY2005, 1),
                        counters,
                        new SecondListener() {
                            @Override
                            public void passed(Second second) {}

                            @Override
                            public void recorded(RecordedInterval interval) {
                                intervals.add(interval);
                            }
                        })
                .run();
        assertThat(intervals).hasSizeBetween(3, 4);
        for (int i = 1; i < intervals.size(); i++) {
            assertThat(intervals.get(i).fromMillis())
                    .isEqualTo(intervals.get(i - 1).toMillis());
        }
        MergedRecording merged = new MergedRecording(0.9);
        intervals.forEach(merged::add);
        RequestTimes times = merged.of("SUBMISSION");
        assertThat(times.fromIntended()).isEqualTo(result.micros());
        assertThat(times.fromActual().getMaxValue())
                .isLessThan(times.fromIntended().getMaxValue());
        assertThat(times.lateness().getMaxValue()).isGreaterThan(100_000);
    }
}
