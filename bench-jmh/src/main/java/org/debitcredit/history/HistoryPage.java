package org.debitcredit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.debitcredit.chart.LogChart;
import org.debitcredit.chart.LogChart.Line;
import org.debitcredit.chart.LogChart.Point;
import org.debitcredit.chart.PageStyle;
import org.debitcredit.chart.Xml;

/** Histories as one self-contained page, with a chart of each benchmark's ratios by run. */
public final class HistoryPage {

    private final StringBuilder html = new StringBuilder();

    private HistoryPage() {}

    public static String of(List<HistorySeries> histories) {
        HistoryPage page = new HistoryPage();
        page.head(histories);
        histories.forEach(page::series);
        page.add("</body></html>");
        return page.html.toString();
    }

    private void head(List<HistorySeries> histories) {
        long worse = histories.stream()
                .filter(series -> series.latest().verdict() == Regression.Verdict.REGRESSION)
                .count();
        long compared = histories.stream()
                .filter(series -> series.latest().verdict() != Regression.Verdict.NOTHING_TO_COMPARE)
                .count();
        add("<!DOCTYPE html>");
        add("<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head><meta charset=\"utf-8\"/>");
        add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>");
        add("<title>Benchmarks by revision</title><style>" + PageStyle.HTML + "</style></head><body>");
        add("<h1>Benchmarks by revision</h1>");
        add("<p class=\"soft\">A ratio is the benchmark's figure divided by that of a fixed loop measured beside "
                + "it. The charts show ratios divided by "
                + "their median: 1 is the usual speed, 2 is twice as fast. A run below the bound is a "
                + "regression.</p>");
        add("<p class=\"verdict" + (worse > 0 || compared == 0 ? " warn" : "") + "\">"
                + verdict(worse, compared, histories.size()) + "</p>");
    }

    /** In words. Benchmarks with too few recorded runs are no evidence of anything. */
    private static String verdict(long worse, long compared, int all) {
        if (worse > 0) {
            return worse + " of " + all + " benchmarks: REGRESSION in the latest runs.";
        }
        if (compared == 0) {
            return "NOTHING TO COMPARE: no benchmark has " + Regression.RECORDED_MIN
                    + " recorded runs of the same settings before its latest.";
        }
        return "No regression in the latest runs of " + compared + " benchmarks"
                + (compared < all ? "; nothing to compare for " + (all - compared) + " more." : ".");
    }

    private void series(HistorySeries series) {
        List<BenchmarkRun> runs = series.runs();
        Regression.Judgement latest = series.latest();
        BenchmarkRun last = runs.get(runs.size() - 1);
        add("<h2>" + Xml.text(series.benchmark()) + "</h2>");
        add("<p class=\"soft\">" + Xml.text(series.settings() + "; " + series.machine()) + "</p>");
        add("<p>"
                + Xml.text(format(
                        "Latest %s: %,.0f %s, %.4g times the baseline's %,.0f %s; %s",
                        last.shortRevision(),
                        last.score(),
                        last.unit(),
                        last.ratio(),
                        last.baseline(),
                        last.baselineUnit(),
                        HistoryTable.words(latest)))
                + "</p>");
        LogChart chart = new LogChart(
                        series.benchmark() + ", ratio / median, by revision",
                        "revision (+ changed tree), oldest on the left",
                        LogChart.Across.EVEN,
                        x -> runs.get((int) x - 1).shortRevision(),
                        y -> format("%.2f", y),
                        lines(series, latest))
                .low();
        add(chart.svg());
        add(chart.legend());
    }

    private static List<Line> lines(HistorySeries series, Regression.Judgement latest) {
        double median = series.medianRatio();
        int runs = series.runs().size();
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(
                "ratio / median",
                false,
                IntStream.range(0, runs)
                        .mapToObj(i -> new Point(i + 1, series.runs().get(i).ratio() / median))
                        .toList()));
        if (latest.verdict() != Regression.Verdict.NOTHING_TO_COMPARE) {
            double bound = latest.bound() / median;
            lines.add(new Line("bound of the latest", true, List.of(new Point(1, bound), new Point(runs, bound))));
        }
        return lines;
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private void add(String line) {
        html.append(line).append('\n');
    }
}
