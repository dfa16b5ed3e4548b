package org.debitcredit.terminal.report;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Marker;
import org.debitcredit.chart.Page;
import org.debitcredit.chart.Series;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.terminal.run.RunResult;

/** Response times of one run by kind of request: table, histograms, and the tails of the distributions. */
final class ResponseCharts {

    static final double LIMIT_MILLIS = 2_000;

    private static final double MICROS_PER_MILLI = 1_000;
    private static final double[] QUANTILES = {0.5, 0.9, 0.99, 0.999};
    private static final String INTENDED = "from the intended send time";
    private static final String ACTUAL = "from the actual send time (service time)";

    private final RunResult result;
    private final List<String> kinds;

    ResponseCharts(RunResult result) {
        this.result = result;
        kinds = result.recording().kinds().stream()
                .filter(kind -> intended(kind).getTotalCount() > 0)
                .toList();
    }

    void into(Page page) {
        if (kinds.isEmpty()) {
            page.paragraph("No request was answered in the window, so there is no response time.");
            return;
        }
        page.note(
                "Times are in milliseconds. A customer's time begins when the request was meant to be sent, the service"
                        + " time when it was sent.");
        table(page);
        for (String kind : kinds) {
            page.chart(histogram(kind));
        }
        page.note("Each cell is wider than the one before by the same factor, and together they hold every answer.");
        page.note(
                "A curve below says which share of the answers took a time or longer. The point \"limit\" is the rule: each"
                        + " curve must pass below it or to its left.");
        if (kinds.size() == 1) {
            List<Series> both = new ArrayList<>(tails(false, INTENDED));
            both.addAll(tails(true, ACTUAL));
            page.chart(tail("Share of the answers that took as long or longer", both));
        } else {
            page.chart(tail("Share of the answers that took as long or longer, " + INTENDED, tails(false, "")));
            page.chart(tail("Share of the answers that took as long or longer, " + ACTUAL, tails(true, "")));
        }
    }

    private void table(Page page) {
        List<List<String>> rows = new ArrayList<>();
        for (String kind : kinds) {
            rows.add(row(kind + ", " + INTENDED, intended(kind)));
            rows.add(row(kind + ", " + ACTUAL, result.recording().of(kind).fromActual()));
        }
        page.table(List.of("ms", "answers", "mean", "P50", "P90", "P99", "P99.9", "max"), rows);
    }

    private static List<String> row(String name, Histogram micros) {
        List<String> cells = new ArrayList<>(
                List.of(name, Quantity.count(micros.getTotalCount()), Quantity.number(micros.getMean())));
        for (double quantile : QUANTILES) {
            cells.add(Quantity.number(QuantileBounds.quantile(micros, quantile)));
        }
        cells.add(Quantity.number(micros.getMaxValue()));
        return cells;
    }

    private Chart histogram(String kind) {
        List<Distribution.Cell> cells = Distribution.cells(intended(kind));
        List<Point> points = new ArrayList<>();
        cells.forEach(cell -> points.add(new Point(cell.fromMillis(), cell.answers())));
        points.add(new Point(cells.get(cells.size() - 1).toMillis(), 0));
        QuantileBounds p90 = MeasuredLoad.p90(result, kind);
        return Chart.of(
                        "Response times of " + kind,
                        Axis.logarithmic("response time, ms"),
                        Axis.linear("answers"),
                        List.of(new Series(kind, Look.BARS, points)))
                .with(List.of(
                        marker("mean", intended(kind).getMean()),
                        marker("P90", p90.estimate()),
                        marker("max", intended(kind).getMaxValue())))
                .low();
    }

    private static Marker marker(String name, double micros) {
        return new Marker(micros / MICROS_PER_MILLI, name + " " + Quantity.millis(micros));
    }

    private static Chart tail(String title, List<Series> tails) {
        List<Series> series = new ArrayList<>(tails);
        series.add(new Series(
                "limit: 10 % at 2 s", Look.POINTS, List.of(new Point(LIMIT_MILLIS, 1 - MeasuredLoad.QUANTILE))));
        return Chart.of(
                title,
                Axis.logarithmic("response time, ms"),
                Axis.logarithmic("share of the answers").labelled(ResponseCharts::oneIn),
                series);
    }

    private static String oneIn(double share) {
        return share == 1 ? "all" : "1 in " + Axis.number(Math.rint(1 / share));
    }

    private List<Series> tails(boolean actual, String name) {
        return kinds.stream()
                .map(kind -> new Series(
                        name.isEmpty() ? kind : name,
                        actual && !name.isEmpty() ? Look.DASHED : Look.LINE,
                        Distribution.tail(actual ? result.recording().of(kind).fromActual() : intended(kind))))
                .toList();
    }

    private Histogram intended(String kind) {
        return result.recording().of(kind).fromIntended();
    }
}
