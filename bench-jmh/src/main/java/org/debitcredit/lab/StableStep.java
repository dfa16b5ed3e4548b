package org.debitcredit.lab;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The step whose demands count: the one with the highest load that was stable. Group commit lets the demand on the
 * force fall when the load rises, so that the demand at a low load would put the ceiling too low.
 */
final class StableStep {

    /** How far N may differ from X (R + Z). */
    private static final double LITTLE_ERROR_MAX = 0.15;

    /** A step past the peak has lost throughput to thrashing. */
    private static final double OF_PEAK_MIN = 0.95;

    private StableStep() {}

    /** The highest stable step; empty if no step is stable. */
    static Optional<StepCounters> highest(List<StepCounters> steps) {
        List<StepCounters> stable = stable(steps);
        double peak =
                stable.stream().mapToDouble(StepCounters::throughput).max().orElse(0);
        return stable.stream()
                .filter(step -> step.throughput() >= OF_PEAK_MIN * peak)
                .max(Comparator.comparingDouble(StepCounters::inFlight));
    }

    /** The steps that obey Little's law. */
    static List<StepCounters> stable(List<StepCounters> steps) {
        return steps.stream().filter(StableStep::isStable).toList();
    }

    private static boolean isStable(StepCounters step) {
        double circulated = OperationalLaws.inFlight(step.throughput(), step.responseSeconds(), step.thinkSeconds());
        return step.transactions() > 0 && Math.abs(circulated / step.inFlight() - 1) <= LITTLE_ERROR_MAX;
    }
}
