package org.debitcredit.terminal.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.report.AnswerReconciliation;
import org.jspecify.annotations.Nullable;

/**
 * Judges a run whose server was killed: nothing may be lost, and the response times outside of the outage must be kept.
 */
final class KillRules {

    /** 90 % of the answers must take less than this (Gray; TPC-A). */
    static final Duration P90_LIMIT = Duration.ofSeconds(2);

    private static final String RESPONSE_TIMES = "response times outside of the outage";
    private static final double P90 = 0.9;
    private static final double MICROS_PER_MILLI = 1_000;

    private KillRules() {}

    static RunVerdict verdict(KilledRun run) {
        List<Finding> findings = new ArrayList<>(books(run.reconciliation(), run.differences(), run.failed()));
        findings.add(finding(
                "the terminals go on",
                run.silence() != null,
                "the server was away for %,.1f s, and %s",
                seconds(run.outage().length()),
                silence(run.silence())));
        findings.add(responseTimes(run.undisturbed()));
        return RunVerdict.of(findings);
    }

    /**
     * What must hold of the answers, however often the server was killed.
     *
     * @param differences the first answers that were lost, each a sentence
     * @param failed requests without an answer in the end
     */
    static List<Finding> books(AnswerReconciliation books, List<String> differences, long failed) {
        List<Finding> findings = new ArrayList<>();
        findings.add(finding(
                "every acknowledged answer is found",
                books.lost() == 0 && books.found() == books.answers() && books.answers() > 0,
                "%,d of %,d answers were found again after the kill, with the same outcome, position and balance%s",
                books.found(),
                books.answers(),
                differences.isEmpty() ? "" : ". " + differences.get(0)));
        findings.add(finding(
                "nothing is made up",
                books.unanswered() >= 0 && books.unanswered() <= books.inFlight(),
                "the journal has %,d transactions that no terminal had an answer to; it may have 0 to %,d, one for each "
                        + "request that stayed without an answer or was reversed",
                books.unanswered(),
                books.inFlight()));
        findings.add(finding(
                "the books balance",
                books.booksBalance(),
                "the sums of accounts, tellers, branches and history %s equal, in the bank and in each branch",
                books.booksBalance() ? "are" : "are not"));
        findings.add(finding(
                "no failed transaction", failed == 0, "%,d requests had no answer in the end; none may", failed));
        return findings;
    }

    /** What the terminals saw of the outage, as the end of a sentence. */
    static String silence(@Nullable Duration silence) {
        return silence == null
                ? "no terminal had an answer afterwards"
                : String.format(Locale.ROOT, "no terminal had an answer for %,.1f s", seconds(silence));
    }

    private static Finding responseTimes(UndisturbedTimes times) {
        if (times.all().getTotalCount() == 0) {
            return new Finding(
                    RESPONSE_TIMES, Verdict.UNDECIDED, "no answer came outside of the outage; let the run last longer");
        }
        String slowest = "";
        double slowestMillis = 0;
        for (Map.Entry<String, Histogram> kind : times.micros().entrySet()) {
            double millis = p90Millis(kind.getValue());
            if (millis >= slowestMillis) {
                slowest = kind.getKey();
                slowestMillis = millis;
            }
        }
        return finding(
                RESPONSE_TIMES,
                slowestMillis < P90_LIMIT.toMillis(),
                "90 %% of the answers to the slowest kind of request, %s, took at most %,.1f ms; the limit is %,d ms. "
                        + "Answers from the kill until %d s after the server was ready are not in this figure",
                slowest,
                slowestMillis,
                P90_LIMIT.toMillis(),
                UndisturbedTimes.SETTLED.toSeconds());
    }

    /** The quantile of the rule. */
    static double p90Millis(Histogram micros) {
        return micros.getTotalCount() == 0 ? 0 : QuantileBounds.quantile(micros, P90) / MICROS_PER_MILLI;
    }

    static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    private static Finding finding(String rule, boolean holds, String reason, Object... values) {
        return new Finding(rule, holds ? Verdict.PASS : Verdict.FAIL, String.format(Locale.ROOT, reason, values));
    }
}
