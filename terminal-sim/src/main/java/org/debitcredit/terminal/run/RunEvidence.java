package org.debitcredit.terminal.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.RequestTimes;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.verdict.Asked;
import org.debitcredit.measure.verdict.Checkpoint;
import org.debitcredit.measure.verdict.Evidence;
import org.debitcredit.measure.verdict.Responses;

/** What a run measured, as the judge takes it: 90 % of each kind of request under two seconds. */
public final class RunEvidence {

    /** Nine tenths of the answers of each kind must take less (Gray; TPC-A). */
    public static final Duration LIMIT = Duration.ofSeconds(2);

    private static final double QUANTILE = 0.9;
    private static final double NANOS_PER_MICRO = 1_000;

    /** The shortest window that shows whether a service is in a steady state. */
    private static final int STEADY_SECONDS = 60;

    /** With so many answers the bounds of their ninth tenth are among them. */
    private static final int FEWEST = 50;

    private RunEvidence() {}

    /**
     * The evidence of a run.
     *
     * @param scalePerSecond the most transactions a second that the bank's size allows
     * @param checkpoints that the service made during the run
     */
    public static Evidence of(RunResult result, double scalePerSecond, List<Checkpoint> checkpoints) {
        return of(result, scalePerSecond, checkpoints, QUANTILE);
    }

    static Evidence of(RunResult result, double scalePerSecond, List<Checkpoint> checkpoints, double quantile) {
        MergedRecording recording = result.recording();
        long recorded = recording.kinds().stream()
                .mapToLong(kind -> recording.of(kind).fromIntended().getTotalCount())
                .sum();
        return new Evidence(
                result.traffic(),
                recorded,
                responses(recording, quantile),
                recording.medians(),
                result.load(),
                scalePerSecond,
                recording.lateness(),
                result.stolenShare(),
                checkpoints);
    }

    /** The evidence of a run against a server of which nothing else is known. */
    public static Evidence of(RunResult result) {
        return of(result, Double.POSITIVE_INFINITY, List.of());
    }

    /** The rules for a run against a server of which nothing else is known. */
    public static Asked asked(RunPlan plan) {
        boolean steadyLoad = plan.scenario().profile().isSteady();
        boolean longEnough = plan.phases().window().toSeconds() >= STEADY_SECONDS;
        return new Asked(steadyLoad && longEnough, steadyLoad, false, false);
    }

    /** Of each kind of request; of those with few answers together, because bounds need more. */
    private static List<Responses> responses(MergedRecording recording, double quantile) {
        List<Responses> responses = new ArrayList<>();
        List<String> rare = new ArrayList<>();
        Histogram rareMicros = RequestTimes.none().fromIntended();
        for (String kind : recording.kinds()) {
            Histogram micros = recording.of(kind).fromIntended();
            if (micros.getTotalCount() >= FEWEST) {
                responses.add(new Responses(
                        kind,
                        bounds(recording, kind, quantile),
                        LIMIT,
                        recording.firstNotBelow(kind, LIMIT.toNanos() / NANOS_PER_MICRO)));
            } else if (micros.getTotalCount() > 0) {
                rare.add(kind);
                rareMicros.add(micros);
            }
        }
        if (!rare.isEmpty()) {
            responses.add(new Responses(String.join(" and ", rare), QuantileBounds.of(rareMicros, quantile), LIMIT));
        }
        return responses;
    }

    private static QuantileBounds bounds(MergedRecording recording, String kind, double quantile) {
        return QuantileBounds.of(recording.of(kind).fromIntended(), quantile)
                .widenedBy(recording.halfMinuteQuantiles(kind));
    }
}
