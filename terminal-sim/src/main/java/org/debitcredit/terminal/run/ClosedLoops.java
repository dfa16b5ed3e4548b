package org.debitcredit.terminal.run;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.RequestTimes;
import org.debitcredit.measure.statistics.TruncatedExponential;
import org.debitcredit.measure.verdict.Load;
import org.debitcredit.measure.verdict.ThinkTimes;

/** Describes the terminals of a run as the closed loop that they are. */
final class ClosedLoops {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double MICROS_PER_SECOND = 1e6;

    private ClosedLoops() {}

    static Load.ClosedLoop of(RunPlan plan, MergedRecording recording, long[] thinkMillis) {
        Histogram all = RequestTimes.none().fromIntended();
        recording.kinds().forEach(kind -> all.add(recording.of(kind).fromIntended()));
        double responseSeconds = all.getTotalCount() == 0 ? 0 : all.getMean() / MICROS_PER_SECOND;
        double meanMillis = plan.scenario().think().mean().toNanos() / NANOS_PER_MILLI;
        if (meanMillis < 1) {
            return new Load.ClosedLoop(plan.terminals(), 0, responseSeconds, List.of());
        }
        TruncatedExponential law = new TruncatedExponential(meanMillis);
        return new Load.ClosedLoop(
                plan.terminals(),
                law.meanOfWholeMillis() / MILLIS_PER_SECOND,
                responseSeconds,
                List.of(new ThinkTimes("all requests", law, thinkMillis)));
    }
}
