package org.debitcredit.terminal.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.debitcredit.measure.HistogramLog;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.ProcessorTimes;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.Recordings;
import org.debitcredit.measure.RequestTimes;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.TrafficCounter;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * What is measured in the window: requests that were meant to be sent in it, whenever their answers come. Times are
 * nanoseconds of the run's clock. Any thread may record; a thread of its own takes an interval each second.
 *
 * <p>Answers that come after the window are in an interval of their own, which has no median.
 */
class Measurement {

    private static final double P90 = 0.9;
    private static final long SECOND_MILLIS = 1_000;

    private final Scenario scenario;
    private final RunClock clock;
    private final Path histogramLog;
    private final long fromNanos;
    private final int seconds;
    private final TrafficCounter traffic;
    private final Recordings<AtmOperation> recordings = new Recordings<>(AtmOperation.class);
    private final MergedRecording merged = new MergedRecording(P90);
    private final ScheduledExecutorService timer;
    private @Nullable ScheduledFuture<?> ticks;
    private @Nullable HistogramLog log;
    private @Nullable IOException failure;
    private Optional<ProcessorTimes> processorsBefore = Optional.empty();
    private double stolenShare = Double.NaN;
    private int taken;
    private int ticked;

    Measurement(Scenario scenario, Phases phases, RunClock clock, Path histogramLog) {
        this.scenario = scenario;
        this.clock = clock;
        this.histogramLog = histogramLog;
        fromNanos = phases.untilWindow().toNanos();
        seconds = Math.toIntExact(phases.window().toSeconds());
        traffic = new TrafficCounter(fromNanos, seconds);
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "measurement");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Called when the run's clock has started. */
    synchronized void begin() {
        ticks = timer.scheduleAtFixedRate(
                this::tick, fromNanos - clock.nanos(), TimeUnit.SECONDS.toNanos(1), TimeUnit.NANOSECONDS);
    }

    /** Counts a request. Called once for each. */
    void due(long intendedNanos, long actualNanos) {
        traffic.due(intendedNanos, actualNanos);
    }

    /** Records an answer of the bank to a request. */
    void answered(AtmOperation operation, long intendedNanos, long actualNanos, long answeredNanos) {
        traffic.answered(answeredNanos);
        if (measures(intendedNanos, answeredNanos)) {
            record(operation, intendedNanos, actualNanos, answeredNanos);
        }
    }

    /** Whether an answered request is one of the window. */
    boolean measures(long intendedNanos, long answeredNanos) {
        return isInWindow(intendedNanos);
    }

    final boolean isInWindow(long nanos) {
        return traffic.measures(nanos);
    }

    /** Records the times of an answered request of the window. */
    void record(AtmOperation operation, long intendedNanos, long actualNanos, long answeredNanos) {
        recordings.record(operation, intendedNanos, actualNanos, answeredNanos);
    }

    /** Records that a request has failed for good. */
    void failed(long intendedNanos) {
        traffic.failed(intendedNanos);
    }

    /** Called at the beginning of the window and after each of its seconds. */
    private synchronized void tick() {
        if (ticked == 0) {
            processorsBefore = ProcessorTimes.read();
            open();
        } else if (ticked <= seconds) {
            RecordedInterval interval = take();
            merged.add(interval);
            append(interval);
        }
        if (ticked == seconds) {
            stolenShare = ProcessorTimes.read()
                    .flatMap(now -> processorsBefore.map(now::stolenShareSince))
                    .orElse(Double.NaN);
            stopTicks();
        }
        ticked++;
    }

    private void open() {
        try {
            log = new HistogramLog(
                    histogramLog,
                    "scenario " + scenario.name(),
                    clock.at(fromNanos).toEpochMilli());
        } catch (IOException unwritable) {
            failure = unwritable;
        }
    }

    private RecordedInterval take() {
        long fromMillis = clock.at(fromNanos).toEpochMilli() + taken * SECOND_MILLIS;
        RecordedInterval all = recordings.interval(fromMillis, fromMillis + SECOND_MILLIS);
        SortedMap<String, RequestTimes> byId = new TreeMap<>();
        for (AtmOperation operation : AtmOperation.values()) {
            if (scenario.share(operation) > 0) {
                byId.put(operation.id(), all.of(operation.name()));
            }
        }
        taken++;
        return new RecordedInterval(all.fromMillis(), all.toMillis(), byId);
    }

    /** A disk that is full must not end the ticks: the figures are still taken, and the run says what happened. */
    private void append(RecordedInterval interval) {
        if (log == null || failure != null) {
            return;
        }
        try {
            log.append(interval);
        } catch (UncheckedIOException unwritable) {
            failure = unwritable.getCause();
        }
    }

    /** Why the response times could not be written; null if they could. */
    synchronized @Nullable IOException failure() {
        return failure;
    }

    private void stopTicks() {
        if (ticks != null) {
            ticks.cancel(false);
        }
    }

    /** Ends the measurement, once every request has been answered or has failed. */
    synchronized void end() throws IOException {
        stopTicks();
        timer.shutdown();
        if (ticked > 0) {
            RecordedInterval rest = take();
            merged.addAfterWindow(rest);
            append(rest);
        }
        if (log != null) {
            log.close();
        }
        if (failure != null) {
            throw failure;
        }
    }

    Traffic traffic() {
        return traffic.traffic();
    }

    synchronized MergedRecording recording() {
        return merged;
    }

    /** Share of the processors' time that other guests took, 0 to 1; not a number if the machine does not show it. */
    synchronized double stolenShare() {
        return stolenShare;
    }
}
