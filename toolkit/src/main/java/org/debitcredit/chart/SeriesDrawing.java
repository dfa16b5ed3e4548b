package org.debitcredit.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.debitcredit.chart.Series.Point;

/** Draws the series of a chart between its axes. */
final class SeriesDrawing {

    private static final double RADIUS = 3.5;
    /** Width of the strokes at the ends of a range. */
    private static final int CAP = 14;
    /** A line of more points has no circles. */
    private static final int CIRCLES_MAX = 100;

    private final Chart chart;
    private final Scale x;
    private final Scale y;
    private final Markup svg;

    SeriesDrawing(Chart chart, Scale x, Scale y, Markup svg) {
        this.chart = chart;
        this.x = x;
        this.y = y;
        this.svg = svg;
    }

    void draw() {
        for (int i = 0; i < chart.series().size(); i++) {
            draw(chart.series().get(i), Chart.colour(i));
        }
    }

    private void draw(Series series, String colour) {
        switch (series.look()) {
            case LINE -> joined(series, "line ", colour);
            case DASHED -> joined(series, "line dashed ", colour);
            case POINTS -> circles(series, colour);
            case STEPS -> steps(series, colour);
            case BARS -> bars(series, colour);
            case RANGES -> ranges(series, colour);
        }
    }

    private void joined(Series series, String look, String colour) {
        List<String> places = new ArrayList<>();
        for (Point point : series.points()) {
            if (chart.hasPlace(point)) {
                places.add(place(point.x(), point.y()));
            } else {
                line(places, look + colour);
            }
        }
        line(places, look + colour);
        if (series.points().size() <= CIRCLES_MAX) {
            circles(series, colour);
        }
    }

    private void circles(Series series, String colour) {
        for (Point point : chart.drawn(series)) {
            svg.open("circle", "class", "fill " + colour, "cx", x.at(point.x()), "cy", y.at(point.y()), "r", RADIUS);
            tell(series, point);
        }
    }

    private void steps(Series series, String colour) {
        List<String> places = new ArrayList<>();
        for (int i = 0; i + 1 < series.points().size(); i++) {
            Point point = series.points().get(i);
            if (chart.hasPlace(point)) {
                places.add(place(point.x(), point.y()));
                places.add(place(series.points().get(i + 1).x(), point.y()));
            } else {
                line(places, "line " + colour);
            }
        }
        line(places, "line " + colour);
    }

    private void bars(Series series, String colour) {
        for (int i = 0; i + 1 < series.points().size(); i++) {
            Point point = series.points().get(i);
            if (chart.hasPlace(point)) {
                double left = x.at(point.x());
                double top = y.at(point.y());
                double width = x.at(series.points().get(i + 1).x()) - left;
                double height = y.pixelFrom() - top;
                svg.open("rect", "class", "fill bar " + colour, "x", left, "y", top, "width", width, "height", height);
                tell(series, point);
            }
        }
    }

    private void ranges(Series series, String colour) {
        List<Point> ends = series.points();
        for (int i = 0; i + 1 < ends.size(); i += 2) {
            if (chart.hasPlace(ends.get(i)) && chart.hasPlace(ends.get(i + 1))) {
                double from = y.at(ends.get(i).y());
                double to = y.at(ends.get(i + 1).y());
                String path = String.format(
                        Locale.ROOT,
                        "M%1$.1f %2$.1fh%4$dm-%5$d 0V%3$.1fm-%5$d 0h%4$d",
                        x.at(ends.get(i).x()) - CAP / 2.0,
                        from,
                        to,
                        CAP,
                        CAP / 2);
                svg.open("path", "class", "line " + colour, "d", path);
                svg.leaf("title", said(series, ends.get(i)) + " to " + yText(ends.get(i + 1)))
                        .close();
            }
        }
    }

    private String place(double atX, double atY) {
        return String.format(Locale.ROOT, "%.1f,%.1f", x.at(atX), y.at(atY));
    }

    /** Draws what was gathered, and begins again. */
    private void line(List<String> places, String look) {
        if (!places.isEmpty()) {
            svg.empty("polyline", "class", look, "points", String.join(" ", places));
            places.clear();
        }
    }

    /** Ends an element with what the pointer shows on it. */
    private void tell(Series series, Point point) {
        svg.leaf("title", said(series, point)).close();
    }

    private String said(Series series, Point point) {
        return series.name() + ", " + x.axis().label().apply(point.x()) + ": " + yText(point);
    }

    private String yText(Point point) {
        return y.axis().label().apply(point.y());
    }
}
