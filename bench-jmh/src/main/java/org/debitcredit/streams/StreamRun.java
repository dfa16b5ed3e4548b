package org.debitcredit.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.debitcredit.measure.CatchUp;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.ProcessorTimes;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.Recordings;
import org.debitcredit.measure.ResponseSeries;
import org.debitcredit.measure.statistics.RandomDraws;
import org.debitcredit.measure.tail.OpenLoopRun;
import org.debitcredit.workload.DebitCreditWorkload;

/** Starts the streams, samples them every second, and ends them. */
final class StreamRun {

    private static final long SECOND_NANOS = 1_000_000_000L;

    /** How long an open loop may take to catch up with its warm-up. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final long TICK_NANOS = 50_000_000L;

    /** How long an open loop may go on after the measurement to send what was due in it. */
    private static final long FINISH_NANOS = SECOND_NANOS;

    /** How long the streams may wait at the end without one of them getting an answer. */
    private static final Duration SILENCE_MAX = Duration.ofMinutes(2);

    private static final long POLL_NANOS = 1_000_000L;

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private static final double QUANTILE = 0.9;

    /** Reads the resources that a run has used so far. */
    interface Counters {
        JournalSample journal();

        MachineCounters machine();
    }

    /**
     * What the journal did so far.
     *
     * @param longestForceNanos since the sample before
     */
    record JournalSample(long forces, long bytes, long longestForceNanos) {}

    private record Sample(long nanos, long transactions, JournalSample journal, MachineCounters machine) {}

    private final StreamSettings settings;
    private final Counters counters;
    private final SecondListener listener;
    private final Duration silenceMax;
    private final StreamPhase phase = new StreamPhase();
    private final Recordings<Stream.Kind> recordings = new Recordings<>(Stream.Kind.class);
    private final MergedRecording recorded = new MergedRecording(QUANTILE);
    private final long beginMillis = System.currentTimeMillis();
    private final long beginNanos = System.nanoTime();
    private final List<Stream> streams = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    StreamRun(
            StreamSettings settings,
            IntFunction<Slot> slots,
            DebitCreditWorkload workload,
            Counters counters,
            SecondListener listener) {
        this(settings, slots, workload, counters, listener, SILENCE_MAX);
    }

    /**
     * A run that gives up sooner, or later.
     *
     * @param silenceMax how long the streams may wait at the end without one of them getting an answer
     */
    StreamRun(
            StreamSettings settings,
            IntFunction<Slot> slots,
            DebitCreditWorkload workload,
            Counters counters,
            SecondListener listener,
            Duration silenceMax) {
        this.settings = settings;
        this.counters = counters;
        this.listener = listener;
        this.silenceMax = silenceMax;
        SplittableRandom random = new SplittableRandom(settings.seed());
        double gapNanos =
                settings.perSecond() == 0 ? 0 : 1e9 * settings.batch() * settings.streams() / settings.perSecond();
        long now = System.nanoTime();
        for (int i = 0; i < settings.streams(); i++) {
            List<Slot> places = new ArrayList<>();
            for (int place = settings.inFlight(i); place > 0; place--) {
                places.add(slots.apply(i));
            }
            long begin = now + i * settings.stagger().toNanos();
            Stream stream = new Stream(
                    places,
                    workload.split(),
                    random.split(),
                    gapNanos,
                    begin,
                    phase,
                    recordings,
                    settings.keepsResponses());
            streams.add(stream);
            Thread thread = new Thread(stream, "stream-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    /**
     * Runs to the end.
     *
     * @throws IllegalStateException when a stream broke off, an answer was not the one that a DebitCredit always gets,
     *     or no answer comes any more
     */
    StreamResult run() {
        try {
            return watchToTheEnd();
        } finally {
            phase.end();
        }
    }

    private StreamResult watchToTheEnd() {
        threads.forEach(Thread::start);
        List<Second> seconds = new ArrayList<>();
        Sample begin = sample();
        Sample last = watch(begin, settings.warmUp().toNanos(), false, seconds);
        boolean caughtUp = settings.perSecond() == 0 || catchUp(last, seconds);
        long from = System.nanoTime();
        Optional<ProcessorTimes> processors = ProcessorTimes.read();
        phase.measure(from, from + settings.measured().toNanos());
        Sample first = sample();
        last = watch(first, settings.measured().toNanos(), true, seconds);
        double stolen = processors
                .flatMap(before -> ProcessorTimes.read().map(now -> now.stolenShareSince(before)))
                .orElse(Double.NaN);
        phase.finish();
        awaitStreams(System.nanoTime() + FINISH_NANOS);
        phase.end();
        awaitAnswers();
        throwFailure();
        RecordedInterval rest = interval(last.nanos, System.nanoTime());
        recorded.addAfterWindow(rest);
        listener.recorded(rest);
        long longestForce = seconds.stream()
                .filter(Second::measured)
                .mapToLong(Second::longestForceNanos)
                .max()
                .orElse(0);
        return new StreamResult(
                caughtUp,
                streams.stream().mapToLong(Stream::unsent).sum(),
                (last.nanos - first.nanos) / 1e9,
                last.transactions - first.transactions,
                recorded.of(Stream.Kind.SUBMISSION.name()).fromIntended(),
                last.journal.forces() - first.journal.forces(),
                last.journal.bytes() - first.journal.bytes(),
                last.machine.cpuNanos() - first.machine.cpuNanos(),
                last.machine.syscalls() - first.machine.syscalls(),
                last.machine.physicalWrites() - first.machine.physicalWrites(),
                longestForce,
                List.copyOf(seconds),
                openLoop(caughtUp, stolen));
    }

    private OpenLoopRun openLoop(boolean caughtUp, double stolenShare) {
        return new OpenLoopRun(
                caughtUp,
                phase.traffic(),
                List.of(Stream.Kind.SUBMISSION.name()),
                ResponseSeries.merged(streams.stream().map(Stream::responses).toList()),
                streams.stream()
                        .flatMapToLong(stream -> LongStream.of(stream.gaps()))
                        .limit(RandomDraws.MOST)
                        .asDoubleStream()
                        .toArray(),
                recorded.of(Stream.Kind.SUBMISSION.name()).lateness(),
                stolenShare,
                0);
    }

    /** Waits until an open loop has caught up with its warm-up; returns whether it has. */
    private boolean catchUp(Sample from, List<Second> seconds) {
        CatchUp catchUp = new CatchUp(from.nanos, PATIENCE);
        Sample last = from;
        while (threads.stream().allMatch(Thread::isAlive)) {
            long now = System.nanoTime();
            CatchUp.State state = catchUp.observe(now, backlogNanos(now));
            if (state != CatchUp.State.CATCHING_UP) {
                return state == CatchUp.State.CAUGHT_UP;
            }
            if (now - last.nanos >= SECOND_NANOS) {
                last = pass(last, false, seconds);
            }
            Park.until(now + TICK_NANOS);
        }
        return false;
    }

    private long backlogNanos(long nowNanos) {
        return streams.stream()
                .mapToLong(stream -> stream.backlogNanos(nowNanos))
                .max()
                .orElse(0);
    }

    /** Takes a sample every second; returns the last. */
    private Sample watch(Sample from, long nanos, boolean measured, List<Second> seconds) {
        Sample last = from;
        long end = from.nanos + nanos;
        while (last.nanos < end && threads.stream().allMatch(Thread::isAlive)) {
            Park.until(Math.min(end, last.nanos + SECOND_NANOS));
            last = pass(last, measured, seconds);
        }
        return last;
    }

    /** Reports the second that has passed; returns the sample at its end. */
    private Sample pass(Sample from, boolean measured, List<Second> seconds) {
        Sample next = sample();
        Second second = second(seconds.size(), from, next, measured);
        seconds.add(second);
        listener.passed(second);
        if (measured) {
            RecordedInterval interval = interval(from.nanos, next.nanos);
            recorded.add(interval);
            listener.recorded(interval);
        }
        return next;
    }

    /**
     * What was recorded between two times. Their times of day are computed from that of the run's beginning, so that a
     * change of the system's clock does not move them.
     */
    private RecordedInterval interval(long fromNanos, long toNanos) {
        return recordings.interval(
                beginMillis + (fromNanos - beginNanos) / NANOS_PER_MILLI,
                beginMillis + (toNanos - beginNanos) / NANOS_PER_MILLI);
    }

    private static Second second(int number, Sample from, Sample to, boolean measured) {
        return new Second(
                number,
                (to.nanos - from.nanos) / 1e9,
                to.transactions - from.transactions,
                to.journal.forces() - from.journal.forces(),
                to.journal.bytes() - from.journal.bytes(),
                to.journal.longestForceNanos(),
                to.machine.cpuNanos() - from.machine.cpuNanos(),
                to.machine.syscalls() - from.machine.syscalls(),
                to.machine.physicalWrites() - from.machine.physicalWrites(),
                measured);
    }

    private Sample sample() {
        return new Sample(System.nanoTime(), answered() * settings.batch(), counters.journal(), counters.machine());
    }

    private long answered() {
        return streams.stream().mapToLong(Stream::answered).sum();
    }

    private void awaitStreams(long untilNanos) {
        while (System.nanoTime() - untilNanos < 0 && threads.stream().anyMatch(Thread::isAlive)) {
            Park.until(System.nanoTime() + POLL_NANOS);
        }
    }

    /** Waits until each stream has its last answers. Those of batches have no deadline. */
    private void awaitAnswers() {
        long answered = answered();
        long since = System.nanoTime();
        while (threads.stream().anyMatch(Thread::isAlive)) {
            long now = System.nanoTime();
            long nowAnswered = answered();
            if (nowAnswered != answered) {
                answered = nowAnswered;
                since = now;
            }
            if (now - since > silenceMax.toNanos()) {
                throwFailure();
                long waiting = threads.stream().filter(Thread::isAlive).count();
                throw new IllegalStateException("no answer came for " + silenceMax.toSeconds()
                        + " s after the end, and " + waiting + " of " + threads.size()
                        + " streams still wait for one; find out what holds the service or the database up");
            }
            Park.until(now + POLL_NANOS);
        }
    }

    private void throwFailure() {
        for (Stream stream : streams) {
            IllegalStateException failure = stream.failure();
            if (failure != null) {
                throw failure;
            }
        }
    }
}
