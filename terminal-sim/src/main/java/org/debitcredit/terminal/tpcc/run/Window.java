package org.debitcredit.terminal.tpcc.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.Recordings;
import org.debitcredit.measure.ResponseSeries;
import org.debitcredit.measure.TrafficCounter;
import org.debitcredit.tpcc.TpccTransactionType;
import org.debitcredit.tpcc.wire.v1.Answer;
import org.debitcredit.tpcc.wire.v1.ExecuteResponse;

/**
 * A window of measurement: what was due in it, how it was answered, and how long that took, here and at the server. The
 * server's times are recorded as if a request were meant to be sent when it was decoded, and sent when a thread took
 * it.
 */
final class Window {

    private static final long NANOS_PER_MICRO = 1_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final double QUANTILE = 0.99;

    private final long fromNanos;
    private final int seconds;
    private final TrafficCounter traffic;
    private final Recordings<TpccTransactionType> recordings = new Recordings<>(TpccTransactionType.class);
    private final Recordings<TpccTransactionType> atServer = new Recordings<>(TpccTransactionType.class);
    private final MergedRecording merged = new MergedRecording(QUANTILE);
    private final MergedRecording mergedAtServer = new MergedRecording(QUANTILE);
    private final LongAdder rolledBack = new LongAdder();
    private final LongAdder newOrders = new LongAdder();
    private final List<ResponseSeries> series = new ArrayList<>();
    private volatile String firstFailure = "";

    Window(long fromNanos, int seconds, int streams) {
        this.fromNanos = fromNanos;
        this.seconds = seconds;
        traffic = new TrafficCounter(fromNanos, seconds);
        for (int stream = 0; stream < streams; stream++) {
            series.add(new ResponseSeries());
        }
    }

    long fromNanos() {
        return fromNanos;
    }

    long toNanos() {
        return fromNanos + seconds * NANOS_PER_SECOND;
    }

    /** Whether a request that is meant to be sent then belongs to the window. */
    boolean measures(long intendedNanos) {
        return traffic.measures(intendedNanos);
    }

    /**
     * A request of the window was due; called once for each, whether or not it could be sent.
     *
     * @param readyNanos when this client was ready to send it: a wait for a place in flight is no lateness of the client
     */
    void due(long intendedNanos, long readyNanos) {
        traffic.due(intendedNanos, readyNanos);
    }

    /** A request of the window was not sent, or was not answered. */
    void failed(long intendedNanos, String reason) {
        traffic.failed(intendedNanos);
        if (firstFailure.isEmpty()) {
            firstFailure = reason;
        }
    }

    /** An answer came, to a request of the window or to an earlier one. */
    void arrived(RequestStream.Received received) {
        traffic.answered(received.answeredNanos());
        Answer answer = received.response().getAnswer();
        if (traffic.measures(received.answeredNanos()) && answer.hasNewOrder() && !isRolledBack(answer)) {
            newOrders.increment();
        }
    }

    private static boolean isRolledBack(Answer answer) {
        return !answer.getNewOrder().getStatus().isEmpty();
    }

    /** A response to a request of the window came on a stream, on that stream's thread. */
    void received(int stream, RequestStream.Received received) {
        RequestStream.Sent request = received.request();
        if (received.problem() != null) {
            failed(request.intendedNanos(), received.problem());
            return;
        }
        ExecuteResponse response = received.response();
        recordings.record(request.type(), request.intendedNanos(), request.actualNanos(), received.answeredNanos());
        long queued = response.getQueueNanos();
        atServer.record(request.type(), 0, queued, queued + response.getExecutionNanos());
        series.get(stream)
                .add(
                        request.type().ordinal(),
                        (request.intendedNanos() - fromNanos) / NANOS_PER_MICRO,
                        (received.answeredNanos() - request.intendedNanos()) / NANOS_PER_MICRO);
        Answer answer = response.getAnswer();
        if (answer.hasNewOrder() && isRolledBack(answer)) {
            rolledBack.increment();
        }
    }

    /** Takes what was recorded since the interval before: of this client, and of the server. */
    List<RecordedInterval> interval(long fromMillis, long toMillis) {
        RecordedInterval here = recordings.interval(fromMillis, toMillis);
        RecordedInterval there = atServer.interval(fromMillis, toMillis);
        merged.add(here);
        mergedAtServer.add(there);
        return List.of(here, there);
    }

    /** Takes what came after the window to requests of it. */
    List<RecordedInterval> rest(long fromMillis, long toMillis) {
        RecordedInterval here = recordings.interval(fromMillis, toMillis);
        RecordedInterval there = atServer.interval(fromMillis, toMillis);
        merged.addAfterWindow(here);
        mergedAtServer.addAfterWindow(there);
        return List.of(here, there);
    }

    /** What was measured; called once everything has been taken. */
    MeasuredWindow measured(boolean caughtUp, double[] gapNanos, double stolenShare, CpuTimes cpu) {
        return new MeasuredWindow(
                caughtUp,
                traffic.traffic(),
                ResponseSeries.merged(series),
                merged,
                mergedAtServer,
                rolledBack.sum(),
                newOrders.sum(),
                firstFailure,
                gapNanos,
                stolenShare,
                0,
                cpu);
    }
}
