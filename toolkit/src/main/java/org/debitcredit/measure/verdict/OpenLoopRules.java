package org.debitcredit.measure.verdict;

import java.util.List;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.statistics.ExponentialFit;
import org.debitcredit.measure.statistics.Significance;

/** An open loop sends at its rate, at random times, and has caught up with its warm-up before it is measured. */
final class OpenLoopRules {

    private static final double RATE_TOLERANCE = 0.10;
    private static final double BACKLOG_SHARE = 0.01;
    private static final double PERCENT = 100;

    private OpenLoopRules() {}

    static List<Finding> findings(Traffic traffic, Load.OpenLoop load, Significance significance) {
        return List.of(rate(traffic, load, significance), gaps(load, significance), backlog(traffic));
    }

    /** At a low rate so few requests are due that their number differs by more than the tolerance by chance. */
    private static Finding rate(Traffic traffic, Load.OpenLoop load, Significance significance) {
        double due = (double) traffic.due() / traffic.seconds();
        double missedBy = Math.abs(due / load.askedPerSecond() - 1);
        double chance = significance.deviations() / Math.sqrt(load.askedPerSecond() * traffic.seconds());
        double limit = Math.max(RATE_TOLERANCE, chance);
        return Finding.of(
                "the rate is the requested one",
                missedBy <= limit,
                Verdict.VOID,
                "%,.1f requests a second were due, and %,.1f were requested: %.2f %% apart; the limit is %.0f %%",
                due,
                load.askedPerSecond(),
                missedBy * PERCENT,
                limit * PERCENT);
    }

    private static Finding gaps(Load.OpenLoop load, Significance significance) {
        String rule = "requests come at random";
        if (load.gaps().length == 0) {
            return Finding.of(rule, false, Verdict.VOID, "no time between two sendings was recorded");
        }
        double probability = ExponentialFit.ofGaps(load.gaps());
        return Finding.of(
                rule,
                !significance.rejects(probability),
                Verdict.VOID,
                "%,d gaps between sendings are exponential with probability %.5f (Anderson-Darling); the limit is %.5f",
                load.gaps().length,
                probability,
                significance.perTest());
    }

    /**
     * If there are more answers than requests, requests were waiting before the window began. If there are fewer,
     * requests pile up in it, which this rule does not judge.
     */
    private static Finding backlog(Traffic traffic) {
        double share = (double) (traffic.answers() - traffic.due()) / Math.max(1, traffic.due());
        return Finding.of(
                "no backlog from the warm-up",
                share <= BACKLOG_SHARE,
                Verdict.VOID,
                "%,d requests were due in the window and %,d answers came: %.2f %% more; the limit is %.0f %%",
                traffic.due(),
                traffic.answers(),
                share * PERCENT,
                BACKLOG_SHARE * PERCENT);
    }
}
