package org.debitcredit.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.debitcredit.chart.Series.Point;

/** Draws a {@link Chart}. Lengths are in units of the drawing, a pixel each where it is not scaled. */
final class ChartDrawing {

    private static final String NAMESPACE = "http://www.w3.org/2000/svg";
    private static final String NOTHING = "nothing was measured";

    private static final int WIDTH = 780;
    private static final int HEIGHT = 330;
    private static final int LOW_HEIGHT = 200;
    /** Over the plot, for the title of the upright axis. */
    private static final int TOP = 34;
    /** Under the plot, for the labels and the title of the lower axis. */
    private static final int BOTTOM = 46;

    private static final int RIGHT = 24;
    private static final int LEFT_MIN = 48;
    /** From the ends of an axis that has its ticks at the points to the first and the last of them. */
    private static final int INSET = 24;

    private static final int MARKER_ROW = 16;
    private static final int MARKER_ROWS_MAX = 3;
    private static final int LEGEND_ROW = 20;
    private static final int TITLE_ROW = 30;
    private static final int SWATCH = 28;
    private static final double CHARACTER = 8;
    private static final int GAP = 10;
    private static final double RADIUS = 3.5;
    /** A line of more points has no circles. */
    private static final int CIRCLES_MAX = 100;

    private final Chart chart;
    private final Scale x;
    private final Scale y;
    private final double left;
    private final int top;
    private final int bottom;
    private final List<List<Marker>> markerRows;

    ChartDrawing(Chart chart) {
        this.chart = chart;
        Scale upright = Scale.upright(
                chart.y(),
                values(chart.series().stream()
                        .flatMap(series -> chart.drawn(series).stream())
                        .mapToDouble(Point::y)));
        left = Math.max(
                LEFT_MIN,
                GAP
                        + upright.ticks().stream()
                                .mapToDouble(tick -> width(yText(tick)))
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
        markerRows = rows();
        top = TOP + MARKER_ROW * markerRows.size();
        bottom = top + (chart.isLow() ? LOW_HEIGHT : HEIGHT) - TOP - BOTTOM;
        y = upright.between(bottom, top);
    }

    /** Of nothing, axes are drawn all the same. */
    private static double[] values(DoubleStream values) {
        double[] all = values.toArray();
        return all.length == 0 ? new double[] {1} : all;
    }

    /**
     * Writes the chart into a page.
     *
     * @param id of the element, unlike any other of the page
     */
    void into(Markup page, String id) {
        begin(page, id, 0);
        draw(page);
        page.close();
    }

    /** Writes how each series is drawn, as a paragraph of a page. */
    void legendInto(Markup page) {
        page.open("p", "class", "legend");
        for (int i = 0; i < chart.series().size(); i++) {
            Series series = chart.series().get(i);
            page.open("span")
                    .open("i", "class", swatch(series) + " " + colour(i))
                    .close();
            page.text(series.name()).close();
        }
        page.close();
    }

    private static String swatch(Series series) {
        return switch (series.look()) {
            case LINE, STEPS -> "line";
            case DASHED -> "line dashed";
            case POINTS, BARS -> "fill";
        };
    }

    /** The chart as a file of its own. */
    String file() {
        Markup svg = new Markup();
        int legendRows = 1 + (int) legendPlaces().get(chart.series().size() - 1)[1];
        int head = TITLE_ROW + LEGEND_ROW * legendRows;
        begin(svg, "chart", head);
        svg.leaf("style", StyleSheet.TEXT);
        svg.empty("rect", "class", "paper", "x", 0, "y", -head, "width", WIDTH, "height", head + height());
        svg.leaf("text", chart.title(), "class", "title", "x", GAP, "y", 20 - head);
        for (int i = 0; i < chart.series().size(); i++) {
            double[] place = legendPlaces().get(i);
            double baseline = TITLE_ROW - head + LEGEND_ROW * place[1] + 12;
            String look = swatch(chart.series().get(i)) + " " + colour(i);
            double level = baseline - 4;
            svg.empty("path", "class", look, "d", swatchPath(chart.series().get(i), place[0], level));
            svg.leaf("text", chart.series().get(i).name(), "x", place[0] + SWATCH, "y", baseline);
        }
        draw(svg);
        return svg.close().document();
    }

    private static String swatchPath(Series series, double at, double level) {
        boolean isLine = swatch(series).startsWith("line");
        return String.format(Locale.ROOT, isLine ? "M%.1f %.1fh20" : "M%.1f %.1fv-6h12v12h-12z", at, level);
    }

    /** The left end and the row of each name. */
    private List<double[]> legendPlaces() {
        List<double[]> places = new ArrayList<>();
        double at = GAP;
        int row = 0;
        for (Series series : chart.series()) {
            double wide = SWATCH + width(series.name()) + GAP;
            if (at > GAP && at + wide > WIDTH) {
                at = GAP;
                row++;
            }
            places.add(new double[] {at, row});
            at += wide + GAP;
        }
        return places;
    }

    private void begin(Markup svg, String id, int head) {
        svg.open(
                "svg",
                "xmlns",
                NAMESPACE,
                "viewBox",
                String.format(Locale.ROOT, "0 %d %d %d", -head, WIDTH, head + height()),
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
        markers(svg);
        for (int i = 0; i < chart.series().size(); i++) {
            series(svg, chart.series().get(i), colour(i));
        }
        if (chart.series().stream().allMatch(series -> chart.drawn(series).isEmpty())) {
            svg.leaf("text", NOTHING, "class", "middle", "x", middle(), "y", (top + bottom) / 2);
        }
    }

    private void band(Markup svg, Band band) {
        double from = x.at(Math.max(band.from(), x.from()));
        double to = x.at(Math.min(band.to(), x.to()));
        if (to <= from) {
            return;
        }
        svg.open("rect", "class", "band", "x", from, "y", top, "width", to - from, "height", bottom - top);
        svg.leaf("title", band.label()).close();
    }

    private void yAxis(Markup svg) {
        svg.leaf("text", chart.y().title(), "x", 0, "y", 14);
        for (double tick : y.ticks()) {
            svg.empty("line", "class", "grid", "x1", left, "y1", y.at(tick), "x2", WIDTH - RIGHT, "y2", y.at(tick));
            svg.leaf("text", yText(tick), "class", "end", "x", left - GAP + 2, "y", y.at(tick) + 4);
        }
    }

    private void xAxis(Markup svg) {
        // From the right: the last tick, the latest, always has its label.
        double free = WIDTH;
        for (int i = x.ticks().size() - 1; i >= 0; i--) {
            double tick = x.ticks().get(i);
            String label = xText(tick);
            double half = width(label) / 2;
            double at = Math.min(x.at(tick), WIDTH - half);
            if (at + half <= free) {
                svg.empty("line", "class", "tick", "x1", x.at(tick), "y1", bottom, "x2", x.at(tick), "y2", bottom + 5);
                svg.leaf("text", label, "class", "middle", "x", at, "y", bottom + 19);
                free = at - half - GAP;
            }
        }
        svg.leaf("text", chart.x().title(), "class", "middle", "x", middle(), "y", height() - 6);
    }

    private double middle() {
        return (left + WIDTH - RIGHT) / 2;
    }

    private void markers(Markup svg) {
        for (Marker marker : inside()) {
            double at = x.at(marker.x());
            int row = rowOf(marker);
            int from = row < 0 ? top : top - MARKER_ROW * row;
            svg.open("line", "class", "marker", "x1", at, "y1", from, "x2", at, "y2", bottom);
            svg.leaf("title", marker.label() + ", " + xText(marker.x())).close();
            if (row >= 0) {
                svg.leaf("text", marker.label(), "class", "middle", "x", labelMiddle(marker), "y", from - 4);
            }
        }
    }

    private List<Marker> inside() {
        return chart.markers().stream()
                .filter(marker -> marker.x() >= x.from() && marker.x() <= x.to())
                .toList();
    }

    /** Labels over each other where they would overlap, the lowest row first. What finds no room is in no row. */
    private List<List<Marker>> rows() {
        List<List<Marker>> rows = new ArrayList<>();
        for (Marker marker : inside()) {
            List<Marker> row = rows.stream()
                    .filter(each -> each.stream().noneMatch(other -> overlap(marker, other)))
                    .findFirst()
                    .orElse(null);
            if (row == null && rows.size() < MARKER_ROWS_MAX) {
                row = new ArrayList<>();
                rows.add(row);
            }
            if (row != null) {
                row.add(marker);
            }
        }
        return rows;
    }

    private int rowOf(Marker marker) {
        for (int row = 0; row < markerRows.size(); row++) {
            if (markerRows.get(row).contains(marker)) {
                return row;
            }
        }
        return -1;
    }

    private boolean overlap(Marker one, Marker other) {
        return Math.abs(labelMiddle(one) - labelMiddle(other)) < (width(one.label()) + width(other.label())) / 2 + GAP;
    }

    /** Over its line, except where that would cut it off. */
    private double labelMiddle(Marker marker) {
        double half = width(marker.label()) / 2;
        return Math.max(half, Math.min(WIDTH - half, x.at(marker.x())));
    }

    private void series(Markup svg, Series series, String colour) {
        switch (series.look()) {
            case LINE -> joined(svg, series, "line " + colour, colour);
            case DASHED -> joined(svg, series, "line dashed " + colour, colour);
            case POINTS -> circles(svg, series, colour);
            case STEPS -> steps(svg, series, "line " + colour);
            case BARS -> bars(svg, series, "fill bar " + colour);
        }
    }

    private void joined(Markup svg, Series series, String look, String colour) {
        List<double[]> places = new ArrayList<>();
        for (Point point : series.points()) {
            if (chart.hasPlace(point)) {
                places.add(new double[] {x.at(point.x()), y.at(point.y())});
            } else {
                line(svg, look, places);
            }
        }
        line(svg, look, places);
        if (series.points().size() <= CIRCLES_MAX) {
            circles(svg, series, colour);
        }
    }

    private void circles(Markup svg, Series series, String colour) {
        for (Point point : chart.drawn(series)) {
            svg.open("circle", "class", "fill " + colour, "cx", x.at(point.x()), "cy", y.at(point.y()), "r", RADIUS);
            svg.leaf("title", told(series, point)).close();
        }
    }

    private void steps(Markup svg, Series series, String look) {
        List<double[]> places = new ArrayList<>();
        for (int i = 0; i + 1 < series.points().size(); i++) {
            Point point = series.points().get(i);
            double end = series.points().get(i + 1).x();
            if (chart.hasPlace(point) && chart.x().holds(end)) {
                places.add(new double[] {x.at(point.x()), y.at(point.y())});
                places.add(new double[] {x.at(end), y.at(point.y())});
            } else {
                line(svg, look, places);
            }
        }
        line(svg, look, places);
    }

    private void bars(Markup svg, Series series, String look) {
        for (int i = 0; i + 1 < series.points().size(); i++) {
            Point point = series.points().get(i);
            double end = series.points().get(i + 1).x();
            if (chart.hasPlace(point) && chart.x().holds(end)) {
                double from = x.at(point.x());
                double over = y.at(point.y());
                svg.open(
                        "rect",
                        "class",
                        look,
                        "x",
                        from,
                        "y",
                        over,
                        "width",
                        x.at(end) - from,
                        "height",
                        bottom - over);
                svg.leaf("title", told(series, point)).close();
            }
        }
    }

    /** Draws what was gathered, and begins anew. */
    private static void line(Markup svg, String look, List<double[]> places) {
        if (!places.isEmpty()) {
            List<String> points = places.stream()
                    .map(place -> String.format(Locale.ROOT, "%.1f,%.1f", place[0], place[1]))
                    .toList();
            svg.empty("polyline", "class", look, "points", String.join(" ", points));
            places.clear();
        }
    }

    private String told(Series series, Point point) {
        return series.name() + ", " + xText(point.x()) + ": " + yText(point.y());
    }

    private String xText(double value) {
        return chart.x().label().apply(value);
    }

    private String yText(double value) {
        return chart.y().label().apply(value);
    }

    private static String colour(int series) {
        return "l" + series % Chart.COLOURS;
    }

    private static double width(String text) {
        return CHARACTER * text.length();
    }
}
