package org.debitcredit.measure.verdict;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.statistics.Significance;

/**
 * The findings of an open loop whose tail is measured, by what they say. No limit for response times and no size of a
 * bank is judged here.
 *
 * @param answers every request was answered
 * @param load the load was the intended one
 * @param steadyState the response times keep a level
 */
public record OpenLoopVerdict(List<Finding> answers, List<Finding> load, List<Finding> steadyState) {

    /** Tests of a run: of a low rate, of gaps, of trend, of both halves, and of what the caller tests besides. */
    private static final int TESTS = 5;

    /** The level of each test, so that a healthy run is rejected by any of them in at most one of a hundred. */
    public static Significance significance() {
        return Significance.divided(Judge.PER_RUN, TESTS);
    }

    /** Whether the response times of a run keep a level, where they themselves are the result. */
    public static List<Finding> steadyState(Evidence evidence) {
        return SteadyState.findingsOnResult(evidence.traffic(), BetweenCheckpoints.medians(evidence), significance());
    }

    /**
     * The same of one kind of request.
     *
     * @param medians of its seconds that had answers
     */
    public static boolean isSteady(Traffic traffic, double[] medians) {
        return SteadyState.findingsOnResult(traffic, medians, significance()).stream()
                .allMatch(finding -> finding.verdict() == Verdict.PASS);
    }

    /** Judges a run. Its limits, its scale and its checkpoints are not looked at. */
    public static OpenLoopVerdict of(Evidence evidence, Load.OpenLoop load) {
        List<Finding> ofLoad = new ArrayList<>(OpenLoopRules.findings(evidence.traffic(), load, significance()));
        ofLoad.addAll(MachineRules.findings(evidence));
        return new OpenLoopVerdict(
                TrafficRules.ofAnswers(evidence.traffic(), evidence.recorded()), ofLoad, steadyState(evidence));
    }
}
