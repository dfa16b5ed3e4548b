package org.debitcredit.terminal.atm;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.terminal.report.Headline;
import org.debitcredit.terminal.run.RunResult;

/** A verdict for a person. */
final class AtmVerdictText {

    private static final double MICROS_PER_MILLI = 1_000;

    private AtmVerdictText() {}

    static String of(Judged judged) {
        RunResult result = judged.result();
        StringBuilder text = new StringBuilder();
        line(text, "%n%s", Headline.of(judged.verdict(), result));
        for (Finding finding : judged.verdict().reasons()) {
            line(text, "  ! %s", finding);
        }
        line(text, "%n  %-14s %10s %10s %10s %10s %10s", "", "answers", "p50 ms", "p90 ms", "p99 ms", "max ms");
        for (String kind : result.recording().kinds()) {
            row(text, kind, result.recording().of(kind).fromIntended());
        }
        row(text, "all", VerdictJson.all(result));
        line(
                text,
                "%n  failed %s; refused %s; sent again %,d, reversed %,d",
                byReason(result.failures()),
                byReason(result.refusals()),
                result.repeats(),
                result.reversals());
        line(text, "  books: %s", judged.books().sums());
        if (judged.books().countsJournal()) {
            line(
                    text,
                    "  %s: %,d answers to money transactions, %,d transactions in the journal",
                    judged.books().journalAgrees() ? "nothing lost, nothing invented" : "NOT EQUAL",
                    judged.books().positions().distinct(),
                    judged.books().journalTransactions());
        }
        line(
                text,
                "  connections: at most %,d of %,d, %,d opened in all",
                result.connections().most(),
                result.connections().limit(),
                result.connections().opened());
        judged.remarks().forEach(sentence -> line(text, "  %s", sentence));
        line(
                text,
                "  seed %d, %s, %s",
                result.plan().seed(),
                result.bank().preset(),
                result.bank().scale());
        line(text, "  report: %s", judged.report());
        return text.toString();
    }

    private static String byReason(Map<String, Long> counts) {
        return counts.isEmpty()
                ? "0"
                : counts.entrySet().stream()
                        .map(entry -> String.format(Locale.ROOT, "%,d %s", entry.getValue(), entry.getKey()))
                        .collect(Collectors.joining(", "));
    }

    private static void row(StringBuilder text, String name, Histogram micros) {
        line(
                text,
                "  %-14s %,10d %,10.1f %,10.1f %,10.1f %,10.1f",
                name,
                micros.getTotalCount(),
                VerdictJson.millis(micros, 0.5),
                VerdictJson.millis(micros, 0.9),
                VerdictJson.millis(micros, 0.99),
                micros.getMaxValue() / MICROS_PER_MILLI);
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
