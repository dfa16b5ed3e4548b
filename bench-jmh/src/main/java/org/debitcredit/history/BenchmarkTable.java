package org.debitcredit.history;

import java.util.List;
import java.util.Locale;

/** Histories as a table of text: the latest runs of each benchmark, each judged by the runs before it. */
public final class BenchmarkTable {

    private static final String ROW = "%-24s %-11s %-17s %14s %11s %9s  %s%n";

    private BenchmarkTable() {}

    /**
     * The table.
     *
     * @param latest maximum number of runs of each series
     */
    public static String of(List<HistorySeries> histories, int latest) {
        StringBuilder text = new StringBuilder();
        text.append(line("benchmark", "revision", "UTC", "score", "ratio", "change", "verdict"));
        for (HistorySeries series : histories) {
            int runs = series.runs().size();
            for (int i = Math.max(0, runs - latest); i < runs; i++) {
                text.append(row(series, i));
            }
        }
        return text.toString();
    }

    private static String row(HistorySeries series, int index) {
        BenchmarkRun run = series.runs().get(index);
        Regression.Judgement judgement = series.judge(index);
        boolean compared = judgement.verdict() != Regression.Verdict.NOTHING_TO_COMPARE;
        return line(
                run.benchmark(),
                run.shortRevision(),
                run.utc().toString().substring(0, "2026-01-01T00:00".length()) + "Z",
                format("%,.0f", run.score()),
                format("%.4g", run.ratio()),
                compared ? format("%+.0f %%", 100 * judgement.change()) : "",
                words(judgement));
    }

    /** A verdict for people. */
    public static String words(Regression.Judgement judgement) {
        return switch (judgement.verdict()) {
            case NOTHING_TO_COMPARE ->
                format(
                        "nothing to compare yet: %d recorded before, %d needed",
                        judgement.recorded(), Regression.RECORDED_MIN);
            case WITHIN_NOISE -> "within noise";
            case FASTER -> "faster";
            case REGRESSION -> format("REGRESSION: below %.4g", judgement.bound());
        };
    }

    private static String line(Object... cells) {
        return format(ROW, cells).replaceAll(" +(\\R)", "$1");
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
