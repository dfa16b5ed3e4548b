package org.debitcredit.terminal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Band;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Marker;
import org.debitcredit.chart.Page;
import org.debitcredit.chart.Series;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;
import org.debitcredit.measure.Traffic;

/** The answers of each second of a window, with the events in it. */
final class ThroughputChart {

    private ThroughputChart() {}

    /**
     * Writes the chart.
     *
     * @param bands parts of the window with their meaning, seconds
     * @param markers events, seconds
     */
    static void into(Page page, String title, Traffic traffic, List<Band> bands, List<Marker> markers) {
        List<Band> silent = silent(traffic);
        Chart chart = Chart.of(
                        title,
                        Axis.linear("time in the window, s"),
                        Axis.linear("answers per second"),
                        List.of(new Series("answers", Look.STEPS, points(traffic.answersBySecond()))))
                .with(markers)
                .low();
        for (Band band : bands) {
            chart = chart.with(band);
        }
        for (Band band : silent) {
            chart = chart.with(band);
        }
        page.chart(chart);
        page.paragraph(words(silent));
    }

    private static List<Point> points(long[] bySecond) {
        List<Point> points = new ArrayList<>();
        for (int second = 0; second < bySecond.length; second++) {
            points.add(new Point(second, bySecond[second]));
        }
        points.add(new Point(bySecond.length, 0));
        return points;
    }

    /** The seconds without an answer. */
    static List<Band> silent(Traffic traffic) {
        return traffic.silences().stream()
                .map(silence -> new Band(
                        silence.from(),
                        silence.to(),
                        "no answer from second " + silence.from() + " to " + silence.to(),
                        true))
                .toList();
    }

    private static String words(List<Band> silent) {
        if (silent.isEmpty()) {
            return "Every second in which " + Traffic.DUE + " or more requests were due had an answer.";
        }
        return "The red parts are seconds without an answer: "
                + silent.stream()
                        .map(band -> Quantity.count((long) band.from()) + " to " + Quantity.count((long) band.to()))
                        .collect(Collectors.joining(", "))
                + ".";
    }
}
