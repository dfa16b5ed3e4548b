package org.debitcredit.measure.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.measure.statistics.Significance;

/**
 * Judges a run by all rules together. Those that test samples divide {@link #PER_RUN} among themselves, so that a healthy
 * run is rejected by any of them in at most one of a hundred.
 */
public final class Judge {

    /** How often a healthy run may be rejected. */
    public static final double PER_RUN = 0.01;

    private Judge() {}

    /**
     * Judges a run.
     *
     * @param random places equal think times, see {@link org.debitcredit.measure.statistics.ExponentialFit}
     */
    public static RunVerdict judge(Evidence evidence, SplittableRandom random) {
        List<Finding> findings = new ArrayList<>();
        findings.addAll(TrafficRules.findings(evidence));
        evidence.responses().forEach(responses -> findings.add(ResponseRule.finding(responses)));
        findings.addAll(MachineRules.findings(evidence));
        findings.add(CheckpointRule.finding(evidence.traffic().seconds(), evidence.checkpoints()));
        if (evidence.load() instanceof Load.ClosedLoop closed) {
            Significance significance =
                    Significance.divided(PER_RUN, 4 + closed.thinkTimes().size());
            findings.addAll(SteadyState.findings(evidence, significance));
            findings.add(ScaleRule.finding(evidence.traffic(), evidence.scalePerSecond(), significance));
            findings.addAll(ClosedLoopRules.findings(evidence.traffic(), closed, significance, random));
        } else if (evidence.load() instanceof Load.OpenLoop open) {
            Significance significance = Significance.divided(PER_RUN, 5);
            findings.addAll(SteadyState.findings(evidence, significance));
            findings.add(ScaleRule.finding(evidence.traffic(), evidence.scalePerSecond(), significance));
            findings.addAll(OpenLoopRules.findings(evidence.traffic(), open, significance));
        }
        return RunVerdict.of(findings);
    }

    /** Judges terminals that work on something else than a bank, which has neither a scale nor checkpoints. */
    public static RunVerdict judgeTerminals(Evidence evidence, Load.ClosedLoop load, SplittableRandom random) {
        Significance significance =
                Significance.divided(PER_RUN, 3 + load.thinkTimes().size());
        List<Finding> findings = new ArrayList<>(TrafficRules.findings(evidence));
        evidence.responses().forEach(responses -> findings.add(ResponseRule.finding(responses)));
        findings.addAll(MachineRules.findings(evidence));
        findings.addAll(SteadyState.findings(evidence, significance));
        findings.addAll(ClosedLoopRules.findings(evidence.traffic(), load, significance, random));
        return RunVerdict.of(findings);
    }
}
