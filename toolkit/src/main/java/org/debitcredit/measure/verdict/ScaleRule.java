package org.debitcredit.measure.verdict;

import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.statistics.Significance;

/** The rate is not above what the size of the bank allows, except by chance. */
final class ScaleRule {

    private ScaleRule() {}

    static Finding finding(Traffic traffic, double scalePerSecond, Significance significance) {
        double bound = scalePerSecond * (1 + significance.deviations() / Math.sqrt(Math.max(1, traffic.answers())));
        return Finding.of(
                "the rate is within the scale",
                traffic.perSecond() <= bound,
                Verdict.VOID,
                "%,.1f answers a second came from a bank whose size allows %,.1f; with chance the limit is %,.1f",
                traffic.perSecond(),
                scalePerSecond,
                bound);
    }
}
