package org.debitcredit.terminal.run;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;

/** No request of a run fails, whether it was due in the window of measurement, before or after it. */
public final class FailureRule {

    /** Begins the reason of a request that got no response. */
    static final String NO_RESPONSE = "no response";

    /** The reason of a request that came too late to be sent. */
    static final String NOT_SENT = "not sent before the run gave up";

    /** Begins the reason of a reversal. */
    static final String OF_REVERSAL = "reversal: ";

    private FailureRule() {}

    /** What the rule finds. */
    public static Finding finding(RunResult result) {
        SortedMap<String, Long> failures = result.failures();
        return new Finding(
                "no failed request in the whole run",
                failures.isEmpty() ? Verdict.PASS : Verdict.FAIL,
                failures.isEmpty()
                        ? "no request failed, from the first terminal's start to the last one's end"
                        : "requests failed, of which " + result.traffic().failed()
                                + " were due in the window; none may: " + failures);
    }

    /** How many requests got no response, so that it is unknown what became of them. */
    public static long unknown(Map<String, Long> failures) {
        return failures.entrySet().stream()
                .filter(failure -> isUnknown(failure.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** The failures whose last response said that the request is not done, by reason. */
    public static SortedMap<String, Long> responded(Map<String, Long> failures) {
        SortedMap<String, Long> responded = new TreeMap<>(failures);
        responded.keySet().removeIf(FailureRule::isUnknown);
        return responded;
    }

    private static boolean isUnknown(String reason) {
        String own = reason.startsWith(OF_REVERSAL) ? reason.substring(OF_REVERSAL.length()) : reason;
        return own.startsWith(NO_RESPONSE) || own.equals(NOT_SENT);
    }
}
