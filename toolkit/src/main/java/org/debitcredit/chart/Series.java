package org.debitcredit.chart;

import java.util.List;

/** A named series of points. */
public record Series(String name, Look look, List<Point> points) {

    /** How points are drawn. */
    public enum Look {
        /** Joined by a line. */
        LINE,
        /** Joined by a dashed line: not measured. */
        DASHED,
        /** A value holds from its own x to the x of the next point. The last point only ends the line. */
        STEPS,
        /** The same, each value as a bar: a histogram. */
        BARS,
        /** Each two points are the ends of a range. */
        RANGES,
        POINTS
    }

    public record Point(double x, double y) {}

    public Series {
        points = List.copyOf(points);
    }
}
