package org.debitcredit.terminal.report;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.verdict.Checkpoint;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.terminal.run.RunResult;

/**
 * A run at one part of the requested rate, with its verdict.
 *
 * @param percent of the requested rate
 * @param checkpoints seconds since the window began
 */
public record MeasuredLoad(int percent, RunResult result, List<Checkpoint> checkpoints, RunVerdict verdict) {

    /** The reported quantile. */
    public static final double QUANTILE = 0.9;

    List<Finding> findings() {
        return findings(percent, verdict);
    }

    /** The findings on a load as those of a whole certification, which has several. */
    public static List<Finding> findings(int percent, RunVerdict verdict) {
        return verdict.findings().stream()
                .map(finding -> new Finding(
                        "load of " + percent + " %: " + finding.rule(), finding.verdict(), finding.reason()))
                .toList();
    }

    /** The reported quantile of one kind of request with its bounds, from the intended send time, microseconds. */
    public static QuantileBounds p90(RunResult result, String kind) {
        return QuantileBounds.of(result.recording().of(kind).fromIntended(), QUANTILE)
                .widenedBy(result.recording().halfMinuteQuantiles(kind));
    }

    /** The kind of request whose reported quantile is the largest; none when nothing was answered. */
    public static Optional<String> slowestKind(RunResult result) {
        return result.recording().kinds().stream()
                .filter(kind -> result.recording().of(kind).fromIntended().getTotalCount() > 0)
                .max(Comparator.comparingDouble(kind -> p90(result, kind).estimate()));
    }
}
