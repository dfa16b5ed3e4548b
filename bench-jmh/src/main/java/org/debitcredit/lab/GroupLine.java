package org.debitcredit.lab;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Splits the time of a resource into a part for each group and a part for each transaction, by a line through the times
 * per group of several steps. Neither part is below 0.
 *
 * <pre>
 *   seconds per group
 *        │          ●
 *        │     ●          slope: for each transaction
 *        │ ●
 *        │ ┄ for each group
 *        └────────────── transactions per group
 * </pre>
 */
final class GroupLine {

    /**
     * Steps whose groups differ by less than this factor determine no line: what a heavier load saves for each
     * transaction would be taken for a part of each group.
     */
    private static final double RANGE_MIN = 2;

    private GroupLine() {}

    /**
     * The part of a resource. It reproduces the resource's time in the counted step exactly.
     *
     * @param steps that were stable
     * @param counted the step whose demand counts
     * @param busySeconds of the resource in a step
     */
    static Part of(
            Resource resource,
            List<StepCounters> steps,
            StepCounters counted,
            ToDoubleFunction<StepCounters> busySeconds) {
        double busy = busySeconds.applyAsDouble(counted);
        if (counted.group() == 0) {
            return new Part(resource, 0, busy / counted.transactions());
        }
        double group = Math.max(1, counted.group());
        double seconds = busy * group / counted.transactions();
        double share = perGroupShare(resource, steps, group, busySeconds);
        return new Part(resource, share * seconds, (1 - share) * seconds / group);
    }

    /**
     * The share of the time of a group of this size that does not depend on the size. If the steps determine no line,
     * it is all of the time of a force and of the disk, which mostly writes for groups, and nothing of any other
     * resource.
     */
    private static double perGroupShare(
            Resource resource, List<StepCounters> steps, double group, ToDoubleFunction<StepCounters> busySeconds) {
        List<StepCounters> grouped =
                steps.stream().filter(step -> step.group() > 0).toList();
        double least = grouped.stream().mapToDouble(StepCounters::group).min().orElse(group);
        double largest = grouped.stream().mapToDouble(StepCounters::group).max().orElse(group);
        if (largest < RANGE_MIN * least) {
            return resource == Resource.FORCE || resource == Resource.DISK ? 1 : 0;
        }
        double meanX = 0;
        double meanY = 0;
        for (StepCounters step : grouped) {
            meanX += step.group() / grouped.size();
            meanY += secondsPerGroup(step, busySeconds) / grouped.size();
        }
        double covariance = 0;
        double variance = 0;
        for (StepCounters step : grouped) {
            covariance += (step.group() - meanX) * (secondsPerGroup(step, busySeconds) - meanY);
            variance += (step.group() - meanX) * (step.group() - meanX);
        }
        double slope = Math.max(0, covariance / variance);
        double intercept = Math.max(0, meanY - slope * meanX);
        double whole = intercept + slope * group;
        return whole == 0 ? 0 : intercept / whole;
    }

    private static double secondsPerGroup(StepCounters step, ToDoubleFunction<StepCounters> busySeconds) {
        return busySeconds.applyAsDouble(step) * step.group() / step.transactions();
    }
}
