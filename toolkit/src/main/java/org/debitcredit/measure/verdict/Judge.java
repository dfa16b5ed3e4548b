package org.debitcredit.measure.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.measure.statistics.Significance;

/**
 * Judges a run by all rules together. Those that test samples divide {@link #PER_RUN} among themselves, so that a
 * healthy run is rejected by any of them in at most one of a hundred.
 */
public final class Judge {

    /** How often a healthy run may be rejected. */
    public static final double PER_RUN = 0.01;

    private Judge() {}

    /**
     * Judges a run by all rules.
     *
     * @param random places equal think times, see {@link org.debitcredit.measure.statistics.ExponentialFit}
     */
    public static RunVerdict judge(Evidence evidence, SplittableRandom random) {
        return judge(evidence, Asked.ALL, random);
    }

    /**
     * Judges a run by the rules that are asked of it.
     *
     * @param random places equal think times, see {@link org.debitcredit.measure.statistics.ExponentialFit}
     */
    public static RunVerdict judge(Evidence evidence, Asked asked, SplittableRandom random) {
        return judge(evidence, asked, random, PER_RUN);
    }

    /**
     * Judges one of several runs that are judged together.
     *
     * @param rejected how often a healthy run may be rejected, such as {@link #PER_RUN} divided by the number of runs
     */
    public static RunVerdict judge(Evidence evidence, Asked asked, SplittableRandom random, double rejected) {
        List<Finding> findings = new ArrayList<>();
        findings.addAll(TrafficRules.findings(evidence));
        evidence.responses().forEach(responses -> findings.add(ResponseRule.finding(responses)));
        findings.addAll(MachineRules.findings(evidence));
        if (asked.checkpoint()) {
            findings.add(CheckpointRule.finding(evidence.traffic().seconds(), evidence.checkpoints()));
        }
        Significance significance = Significance.divided(rejected, tests(evidence.load()));
        if (asked.steadyState()) {
            findings.addAll(SteadyState.findings(evidence, significance));
        }
        if (asked.scale()) {
            findings.add(ScaleRule.finding(evidence.traffic(), evidence.scalePerSecond(), significance));
        }
        if (evidence.load() instanceof Load.ClosedLoop closed) {
            if (asked.law()) {
                findings.add(ClosedLoopRules.law(evidence.traffic(), closed, significance));
            }
            findings.addAll(ClosedLoopRules.thinkTimes(closed, significance, random));
        } else if (evidence.load() instanceof Load.OpenLoop open) {
            findings.addAll(OpenLoopRules.findings(evidence.traffic(), open, significance));
        }
        return RunVerdict.of(findings);
    }

    /** How many tests of samples share the errors of a run. */
    private static int tests(Load load) {
        return load instanceof Load.ClosedLoop closed ? 4 + closed.thinkTimes().size() : 5;
    }
}
