package org.debitcredit.chart;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.debitcredit.chart.Series.Point;

/** Draws a {@link Chart}. Lengths are in units of the drawing, which are pixels if it is not scaled. */
final class ChartDrawing {

    private static final String NAMESPACE = "http://www.w3.org/2000/svg";
    private static final String NOTHING = "nothing was measured";

    private static final int WIDTH = 780;
    private static final int HEIGHT = 330;
    private static final int LOW_HEIGHT = 200;
    /** Space above the plot, for the title of the vertical axis. */
    private static final int TOP = 34;
    /** Space below the plot, for the labels and the title of the lower axis. */
    private static final int BOTTOM = 46;

    private static final int RIGHT = 24;
    private static final int LEFT_MIN = 48;
    /** Distance from the ends of an axis with ticks at its points to the first and the last point. */
    private static final int INSET = 24;
    /** Space above a file's chart, for its title. */
    private static final int TITLE = 30;
    /** Space around the chart of a file. */
    private static final int MARGIN = 10;

    private final Chart chart;
    private final List<Marker> markers;
    private final Scale x;
    private final Scale y;
    private final double left;
    private final int top;
    private final int bottom;
    private final MarkerLabels labels;

    ChartDrawing(Chart chart) {
        this.chart = chart;
        Scale upright = Scale.upright(
                chart.y(),
                values(chart.series().stream()
                        .flatMap(series -> chart.drawn(series).stream())
                        .mapToDouble(Point::y)));
        left = Math.max(
                LEFT_MIN,
                TextWidth.GAP
                        + upright.ticks().stream()
                                .mapToDouble(tick -> TextWidth.of(yText(tick)))
                                .max()
                                .orElse(0));
        int inset = chart.x().hasTicksAtPoints() ? INSET : 0;
        x = Scale.across(
                        chart.x(),
                        values(chart.series().stream()
                                .flatMap(series -> series.points().stream())
                                .mapToDouble(Point::x)
                                .filter(chart.x()::holds)))
                .between(left + inset, WIDTH - RIGHT - inset);
        markers = chart.markers().stream()
                .filter(marker -> marker.x() >= x.from() && marker.x() <= x.to())
                .toList();
        labels = new MarkerLabels(markers, x, WIDTH);
        top = TOP + labels.height();
        bottom = top + (chart.isLow() ? LOW_HEIGHT : HEIGHT) - TOP - BOTTOM;
        y = upright.between(bottom, top);
    }

    /** Axes are drawn even if there are no points. */
    private static double[] values(DoubleStream values) {
        double[] all = values.toArray();
        return all.length == 0 ? new double[] {1} : all;
    }

    /**
     * Writes the chart into a page.
     *
     * @param id of the element, unique on the page
     */
    void into(Markup page, String id) {
        begin(page, id, 0, 0);
        draw(page);
        page.close();
    }

    /** The chart as a separate file. */
    String file() {
        Markup svg = new Markup();
        Legend legend = new Legend(chart.series());
        int head = TITLE + legend.height(WIDTH);
        begin(svg, "chart", head, MARGIN);
        svg.leaf("style", StyleSheet.TEXT);
        svg.empty("rect", "class", "paper", "x", -MARGIN, "y", -head, "width", "100%", "height", "100%");
        svg.leaf("text", chart.title(), "class", "title", "x", 0, "y", 20 - head);
        legend.intoDrawing(svg, WIDTH, TITLE - head);
        draw(svg);
        return svg.close().document();
    }

    private void begin(Markup svg, String id, int head, int margin) {
        svg.open(
                "svg",
                "xmlns",
                NAMESPACE,
                "viewBox",
                String.format(Locale.ROOT, "%d %d %d %d", -margin, -head, WIDTH + 2 * margin, head + height()),
                "role",
                "img",
                "aria-labelledby",
                id + "-title " + id + "-description");
        svg.leaf("title", chart.title(), "id", id + "-title");
        svg.leaf("desc", chart.description(), "id", id + "-description");
    }

    private int height() {
        return bottom + BOTTOM;
    }

    private void draw(Markup svg) {
        chart.bands().forEach(band -> band(svg, band));
        yAxis(svg);
        xAxis(svg);
        // A label covers the lines of other markers.
        markers.forEach(marker -> marker(svg, marker));
        markers.forEach(marker -> label(svg, marker));
        new SeriesDrawing(chart, x, y, svg).draw();
        if (chart.series().stream().allMatch(series -> chart.drawn(series).isEmpty())) {
            svg.leaf("text", NOTHING, "class", "middle", "x", (left + WIDTH) / 2, "y", (top + bottom) / 2);
        }
    }

    private void band(Markup svg, Band band) {
        double from = x.at(Math.max(band.from(), x.from()));
        double to = x.at(Math.min(band.to(), x.to()));
        if (to > from) {
            String look = band.isFailure() ? "band failure" : "band";
            svg.open("rect", "class", look, "x", from, "y", top, "width", to - from, "height", bottom - top);
            svg.leaf("title", band.label()).close();
        }
    }

    private void yAxis(Markup svg) {
        svg.leaf("text", chart.y().title(), "x", 0, "y", 14);
        for (double tick : y.ticks()) {
            svg.empty("line", "class", "grid", "x1", left, "y1", y.at(tick), "x2", WIDTH - RIGHT, "y2", y.at(tick));
            svg.leaf("text", yText(tick), "class", "end", "x", left - 8, "y", y.at(tick) + 4);
        }
    }

    private void xAxis(Markup svg) {
        // Labels are placed from the right, so that the last tick, the latest one, always has its label.
        double free = WIDTH;
        for (int i = x.ticks().size() - 1; i >= 0; i--) {
            double at = x.at(x.ticks().get(i));
            String label = xText(x.ticks().get(i));
            double half = TextWidth.of(label) / 2;
            double middle = Math.min(at, WIDTH - half);
            if (middle + half <= free) {
                svg.empty("line", "class", "tick", "x1", at, "y1", bottom, "x2", at, "y2", bottom + 5);
                svg.leaf("text", label, "class", "middle", "x", middle, "y", bottom + 19);
                free = middle - half - TextWidth.GAP;
            }
        }
        svg.leaf("text", chart.x().title(), "x", left, "y", height() - 6);
    }

    private void marker(Markup svg, Marker marker) {
        double at = x.at(marker.x());
        svg.open("line", "class", "marker", "x1", at, "y1", labelled(marker), "x2", at, "y2", bottom);
        svg.leaf("title", marker.label() + ", " + xText(marker.x())).close();
    }

    private void label(Markup svg, Marker marker) {
        if (labels.row(marker) >= 0) {
            svg.leaf(
                    "text",
                    marker.label(),
                    "class",
                    "middle event",
                    "x",
                    labels.middleInRow(marker),
                    "y",
                    labelled(marker) - 4);
        }
    }

    /** The upper end of a marker's line, below its label. */
    private int labelled(Marker marker) {
        return top - MarkerLabels.ROW * Math.max(0, labels.row(marker));
    }

    private String xText(double value) {
        return chart.x().label().apply(value);
    }

    private String yText(double value) {
        return chart.y().label().apply(value);
    }
}
