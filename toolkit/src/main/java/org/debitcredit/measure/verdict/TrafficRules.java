package org.debitcredit.measure.verdict;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.measure.Traffic;

/** Every request counts: none fails, none is left out or counted twice, and no second is without answers. */
final class TrafficRules {

    private TrafficRules() {}

    static List<Finding> findings(Evidence evidence) {
        List<Finding> findings = new ArrayList<>(ofAnswers(evidence.traffic(), evidence.recorded()));
        findings.add(judged(evidence));
        return findings;
    }

    /** The rules of answers, whether or not a limit for response times is judged. */
    static List<Finding> ofAnswers(Traffic traffic, long recorded) {
        return List.of(failed(traffic), accountedFor(traffic, recorded), silence(traffic));
    }

    private static Finding failed(Traffic traffic) {
        return Finding.of(
                "no failed transaction",
                traffic.failed() == 0,
                Verdict.FAIL,
                "%,d of %,d requests failed; none may",
                traffic.failed(),
                traffic.due());
    }

    private static Finding accountedFor(Traffic traffic, long recorded) {
        long accounted = recorded + traffic.failed();
        return Finding.of(
                "every request counts",
                accounted == traffic.due() && accounted > 0,
                Verdict.VOID,
                "%,d requests were due in the window, and %,d were answered or failed; both must be the same number, and "
                        + "not 0",
                traffic.due(),
                accounted);
    }

    /** A quantile of something else than the requests, such as the averages of seconds, is one of fewer samples. */
    private static Finding judged(Evidence evidence) {
        long judged = evidence.responses().stream()
                .mapToLong(responses -> responses.micros().count())
                .sum();
        return Finding.of(
                "every response time is judged",
                judged >= evidence.recorded(),
                Verdict.VOID,
                "%,d response times were recorded, and the quantiles are of %,d; they must be of all",
                evidence.recorded(),
                judged);
    }

    private static Finding silence(Traffic traffic) {
        for (int second = 0; second < traffic.seconds(); second++) {
            if (traffic.isSilent(second)) {
                return Finding.of(
                        "no silent second",
                        false,
                        Verdict.FAIL,
                        "second %d had no answer though %,d requests were due in it; a second with %d or more must have one",
                        second,
                        traffic.dueBySecond()[second],
                        Traffic.DUE);
            }
        }
        return Finding.of(
                "no silent second",
                true,
                Verdict.FAIL,
                "every second with %d or more requests had an answer",
                Traffic.DUE);
    }
}
