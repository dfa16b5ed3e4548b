package org.debitcredit.measure.verdict;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.measure.Traffic;

/** Every request counts: none fails, none is left out or counted twice, and no second is without answers. */
final class TrafficRules {

    private static final String NO_SILENCE = "no silent second";

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
        List<Traffic.Silence> silences = traffic.silences();
        if (silences.isEmpty()) {
            return Finding.of(
                    NO_SILENCE,
                    true,
                    Verdict.FAIL,
                    "there was an answer in every second, or fewer than %d requests were due until one came",
                    Traffic.DUE);
        }
        for (Traffic.Silence silence : silences) {
            if (!traffic.isOfClients(silence)) {
                return Finding.of(
                        NO_SILENCE,
                        false,
                        Verdict.FAIL,
                        "%s had no answer though %,d requests were due; there must be one where %d or more are due",
                        words(silence),
                        silence.due(),
                        Traffic.DUE);
            }
        }
        return Finding.of(
                NO_SILENCE,
                false,
                Verdict.VOID,
                "%s had no answer, but most of the %,d requests that were due were sent more than %d ms late: "
                        + "those who ask paused, and not the service",
                words(silences.get(0)),
                silences.get(0).due(),
                Traffic.LATE_MILLIS);
    }

    private static String words(Traffic.Silence silence) {
        return silence.to() - silence.from() == 1
                ? "second " + silence.from()
                : "seconds " + silence.from() + " to " + (silence.to() - 1);
    }
}
