package org.debitcredit.terminal.report;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Series;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;
import org.debitcredit.measure.statistics.TruncatedExponential;
import org.debitcredit.measure.verdict.ThinkTimes;

/** Think times as they were drawn, beside the law that they should follow. */
final class ThinkTimeChart {

    static final int CELLS = 40;

    private static final double MILLIS_PER_SECOND = 1_000;

    private ThinkTimeChart() {}

    static Chart of(ThinkTimes times) {
        TruncatedExponential law = times.law();
        long longest = (long) (TruncatedExponential.CUT_AT_MEANS * law.meanMillis());
        // The first millisecond of each cell, and the one after the last.
        long[] edges = new long[CELLS + 1];
        for (int i = 0; i <= CELLS; i++) {
            edges[i] = i * (longest + 1) / CELLS;
        }
        long[] drawn = new long[CELLS];
        for (long millis : times.millis()) {
            drawn[cell(edges, millis)]++;
        }
        List<Point> measured = new ArrayList<>();
        List<Point> expected = new ArrayList<>();
        for (int i = 0; i < CELLS; i++) {
            double share = law.cumulative(edges[i + 1] - 1) - law.cumulative(edges[i] - 1);
            measured.add(new Point(edges[i] / MILLIS_PER_SECOND, drawn[i]));
            expected.add(new Point(edges[i] / MILLIS_PER_SECOND, times.millis().length * share));
        }
        measured.add(new Point(edges[CELLS] / MILLIS_PER_SECOND, 0));
        expected.add(new Point(edges[CELLS] / MILLIS_PER_SECOND, 0));
        return Chart.of(
                        "Think times: " + times.name(),
                        Axis.linear("think time, s"),
                        Axis.linear("draws"),
                        List.of(
                                new Series("drawn", Look.BARS, measured),
                                new Series(
                                        "the law: exponential, cut at " + TruncatedExponential.CUT_AT_MEANS + " means",
                                        Look.STEPS,
                                        expected)))
                .low();
    }

    /** A time above the law's longest one, which a wrong driver may draw, counts in the last cell. */
    private static int cell(long[] edges, long millis) {
        int cell = 0;
        while (cell + 1 < CELLS && millis >= edges[cell + 1]) {
            cell++;
        }
        return cell;
    }
}
