package org.debitcredit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Page;
import org.debitcredit.chart.Series;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;

/** A page of histories, with a chart of each benchmark's ratios by run. */
public final class HistoryPage {

    private final Page page = new Page("Benchmarks by revision");

    private HistoryPage() {}

    public static String of(List<HistorySeries> histories) {
        HistoryPage page = new HistoryPage();
        page.head(HistoryVerdict.of(histories));
        histories.forEach(page::series);
        return page.page.html();
    }

    private void head(HistoryVerdict verdict) {
        page.note(
                "Each ratio is the benchmark's figure divided by that of a loop measured beside it. The charts show ratios "
                        + "divided by their own median: 1 is the usual speed, 2 is twice as fast. A run below the bound is a regression.");
        Page.Tone tone = verdict.hasCompared() ? Page.Tone.FINE : Page.Tone.WARNING;
        page.verdict(verdict.sentence(), verdict.isRegression() ? Page.Tone.FAILURE : tone);
    }

    private void series(HistorySeries series) {
        List<BenchmarkRun> runs = series.runs();
        Regression.Judgement latest = series.latest();
        BenchmarkRun last = runs.get(runs.size() - 1);
        page.section(series.benchmark());
        page.note(series.settings() + "; " + series.machine());
        page.paragraph(format(
                "Latest %s: %,.0f %s, %.4g times the baseline's %,.0f %s; %s",
                last.shortRevision(),
                last.score(),
                last.unit(),
                last.ratio(),
                last.baseline(),
                last.baselineUnit(),
                BenchmarkTable.words(latest)));
        page.chart(Chart.of(
                        series.benchmark() + ": ratio divided by its median, by revision",
                        Axis.linear("revision (+ changed tree), the oldest left")
                                .labelled(x -> runs.get((int) x - 1).shortRevision())
                                .withTicksAtPoints(),
                        Axis.logarithmic("ratio by its median").labelled(y -> format("%.2f", y)),
                        lines(series, latest))
                .low());
    }

    private static List<Series> lines(HistorySeries series, Regression.Judgement latest) {
        double median = series.medianRatio();
        int runs = series.runs().size();
        List<Series> lines = new ArrayList<>();
        lines.add(new Series(
                "ratio by its median",
                Look.LINE,
                IntStream.range(0, runs)
                        .mapToObj(i -> new Point(i + 1, series.runs().get(i).ratio() / median))
                        .toList()));
        if (latest.verdict() != Regression.Verdict.NOTHING_TO_COMPARE) {
            double bound = latest.bound() / median;
            lines.add(new Series(
                    "bound of the latest", Look.DASHED, List.of(new Point(1, bound), new Point(runs, bound))));
        }
        return lines;
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
