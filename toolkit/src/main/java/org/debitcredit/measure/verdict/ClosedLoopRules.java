package org.debitcredit.measure.verdict;

import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.statistics.ExponentialFit;
import org.debitcredit.measure.statistics.Significance;

/**
 * Terminals produce the load that follows from their number and their think times, and keep the required think times.
 */
final class ClosedLoopRules {

    private static final double TOLERANCE = 0.02;
    private static final double PERCENT = 100;

    private ClosedLoopRules() {}

    /** Throughput is the number of terminals over the sum of think time and response time (the response time law). */
    static Finding law(Traffic traffic, Load.ClosedLoop load, Significance significance) {
        double expected = load.terminals() / (load.meanThinkSeconds() + load.meanResponseSeconds());
        double missedBy = Math.abs(traffic.perSecond() / expected - 1);
        double chance = significance.deviations() / Math.sqrt(Math.max(1, expected * traffic.seconds()));
        return Finding.of(
                "the closed loop's law",
                missedBy <= TOLERANCE + chance,
                Verdict.VOID,
                "%,d terminals that think %.3f s and wait %.3f s make %,.1f requests a second, and %,.1f were answered: "
                        + "%.2f %% apart; with chance the limit is %.2f %%",
                load.terminals(),
                load.meanThinkSeconds(),
                load.meanResponseSeconds(),
                expected,
                traffic.perSecond(),
                missedBy * PERCENT,
                (TOLERANCE + chance) * PERCENT);
    }

    static List<Finding> thinkTimes(Load.ClosedLoop load, Significance significance, SplittableRandom random) {
        return load.thinkTimes().stream()
                .map(times -> thinkTimes(times, significance, random))
                .toList();
    }

    private static Finding thinkTimes(ThinkTimes times, Significance significance, SplittableRandom random) {
        String rule = "think times of " + times.name();
        if (times.millis().length == 0) {
            return Finding.of(rule, false, Verdict.VOID, "no think time was recorded");
        }
        double probability = ExponentialFit.ofThinkTimes(times.millis(), times.law(), random);
        return Finding.of(
                rule,
                !significance.rejects(probability),
                Verdict.VOID,
                "%,d draws follow the exponential law of mean %,.0f ms with probability %.5f (Anderson-Darling); the "
                        + "limit is %.5f",
                times.millis().length,
                times.law().meanMillis(),
                probability,
                significance.perTest());
    }
}
