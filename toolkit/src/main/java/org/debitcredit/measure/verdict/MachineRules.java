package org.debitcredit.measure.verdict;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.statistics.QuantileBounds;

/** The machine that produces the load keeps up: requests are sent on time, and no other guest takes its processors. */
final class MachineRules {

    private static final double QUANTILE = 0.99;
    private static final double LATE_MILLIS = Traffic.LATE_MILLIS;
    private static final double MICROS_PER_MILLI = 1_000;
    private static final double STOLEN_SHARE = 0.05;
    private static final String IN_TIME = "requests are sent in time";
    private static final String OWN = "the processors are the machine's own";
    private static final double PERCENT = 100;

    private MachineRules() {}

    static List<Finding> findings(Evidence evidence) {
        return List.of(lateness(evidence), steal(evidence.stolenShare()));
    }

    private static Finding lateness(Evidence evidence) {
        Histogram micros = evidence.latenessMicros();
        if (micros.getTotalCount() < evidence.recorded()) {
            return Finding.of(
                    IN_TIME,
                    false,
                    Verdict.VOID,
                    "how late they were sent is known of %,d requests, and %,d were answered; it must be known of all",
                    micros.getTotalCount(),
                    evidence.recorded());
        }
        double late = QuantileBounds.quantile(micros, QUANTILE) / MICROS_PER_MILLI;
        return Finding.of(
                IN_TIME,
                late <= LATE_MILLIS,
                Verdict.VOID,
                "99 %% of the requests were sent at most %,.3f ms late; the limit is %.0f ms",
                late,
                LATE_MILLIS);
    }

    private static Finding steal(double share) {
        if (Double.isNaN(share)) {
            return Finding.of(
                    OWN,
                    false,
                    Verdict.UNDECIDED,
                    "the machine does not say how much of the processors' time other guests of the host took");
        }
        return Finding.of(
                OWN,
                share <= STOLEN_SHARE,
                Verdict.VOID,
                "other guests of the host took %.2f %% of the processors' time; the limit is %.0f %%",
                share * PERCENT,
                STOLEN_SHARE * PERCENT);
    }
}
