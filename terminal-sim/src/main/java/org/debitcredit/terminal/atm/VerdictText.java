package org.debitcredit.terminal.atm;

import java.util.Locale;
import org.debitcredit.measure.Latency;
import org.debitcredit.terminal.run.AtmVerdict;
import org.debitcredit.terminal.run.Observed;

/** A verdict for a person. */
final class VerdictText {

    private VerdictText() {}

    static String of(Judged judged) {
        Observed observed = judged.observed();
        AtmVerdict verdict = judged.verdict();
        StringBuilder text = new StringBuilder();
        line(
                text,
                "%n%s: 90 %% of the answers within %,.1f ms (limit %,.0f ms) at %,.1f tps, %,d terminals",
                verdict.passed() ? "PASSED" : "FAILED",
                observed.overall().p90Millis(),
                AtmVerdict.P90_LIMIT_MILLIS,
                observed.tps(),
                observed.terminals());
        verdict.against().forEach(sentence -> line(text, "  ! %s", sentence));
        line(text, "%n  %-14s %10s %10s %10s %10s %10s", "", "answers", "p50 ms", "p90 ms", "p99 ms", "max ms");
        observed.byType().forEach((operation, latency) -> row(text, operation.id(), latency));
        row(text, "all", observed.overall());
        line(text, "%n  failed %,d; refused %,d%s", observed.failed(), observed.refused(), refusals(observed));
        line(text, "  books: %s", books(observed));
        line(
                text,
                "  %s: %,d answers to money transactions, %,d transactions in the journal",
                observed.keyedAnswers() == observed.journalTransactions()
                        ? "nothing lost, nothing invented"
                        : "NOT EQUAL",
                observed.keyedAnswers(),
                observed.journalTransactions());
        verdict.remarks().forEach(sentence -> line(text, "  %s", sentence));
        line(
                text,
                "  seed %d, %s, %s",
                judged.plan().seed(),
                judged.bank().preset(),
                judged.bank().scale());
        line(text, "  report: %s", judged.report());
        return text.toString();
    }

    private static String books(Observed observed) {
        if (observed.totals().missing() != null) {
            return "unknown, because the server did not return its sums";
        }
        return observed.invariantsHold()
                ? "accounts = tellers = branches = history, in every branch"
                : "the four sums ARE NOT EQUAL";
    }

    private static String refusals(Observed observed) {
        return observed.refused() == 0 ? "" : " (" + AtmVerdict.byReason(observed.refusals()) + ")";
    }

    private static void row(StringBuilder text, String name, Latency latency) {
        line(
                text,
                "  %-14s %,10d %,10.1f %,10.1f %,10.1f %,10.1f",
                name,
                latency.count(),
                latency.p50Millis(),
                latency.p90Millis(),
                latency.p99Millis(),
                latency.maxMillis());
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
