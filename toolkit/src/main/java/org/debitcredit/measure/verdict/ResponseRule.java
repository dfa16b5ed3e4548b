package org.debitcredit.measure.verdict;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import org.debitcredit.measure.statistics.QuantileBounds;

/**
 * A quantile of the response times is under its limit: its upper bound must be, and its lower bound decides a failure.
 */
final class ResponseRule {

    private static final double MICROS_PER_MILLI = 1_000;
    private static final double MEDIAN = 0.5;

    private ResponseRule() {}

    static Finding finding(Responses responses) {
        QuantileBounds micros = responses.micros();
        double limit = responses.limit().toNanos() / 1e3;
        String rule = "response time of " + responses.kind();
        if (!(micros.p() >= MEDIAN)) {
            return Finding.of(
                    rule,
                    false,
                    Verdict.VOID,
                    "a share of %s is of the quickest requests; a limit is for a share of %.1f or more",
                    micros.p(),
                    MEDIAN);
        }
        Verdict verdict =
                micros.high() < limit ? Verdict.PASS : micros.low() >= limit ? Verdict.FAIL : Verdict.UNDECIDED;
        String reason = String.format(
                Locale.ROOT,
                "%s %% of %,d requests took at most %,.3f ms (%s); the limit is %,.0f ms%s",
                new DecimalFormat("0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(micros.p() * 100),
                micros.count(),
                micros.estimate() / MICROS_PER_MILLI,
                bounds(micros),
                limit / MICROS_PER_MILLI,
                verdict == Verdict.FAIL ? first(responses) : "");
        return new Finding(rule, verdict, reason);
    }

    private static String first(Responses responses) {
        return responses.firstSecond().isPresent()
                ? ", which was reached first in second "
                        + responses.firstSecond().getAsInt()
                : "";
    }

    private static String bounds(QuantileBounds micros) {
        double low = micros.low() / MICROS_PER_MILLI;
        return Double.isInfinite(micros.high())
                ? String.format(Locale.ROOT, "%,.3f or more: too few requests for an upper bound", low)
                : String.format(Locale.ROOT, "between %,.3f and %,.3f", low, micros.high() / MICROS_PER_MILLI);
    }
}
