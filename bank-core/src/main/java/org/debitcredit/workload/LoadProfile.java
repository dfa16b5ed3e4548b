package org.debitcredit.workload;

import java.util.List;

/**
 * How the load of a run changes in its window of measurement: a line through points. A day is compressed to the length
 * of the window.
 *
 * @param points in their order; the first at 0, the last at 1
 */
public record LoadProfile(List<Point> points) {

    /**
     * A point of the curve. Two points at one place are a step.
     *
     * @param place in the window, from 0, its beginning, to 1, its end
     * @param load relative to that of the scenario's think time; the think time is divided by it
     */
    public record Point(double place, double load) {

        public Point {
            if (!(place >= 0 && place <= 1) || !(load > 0)) {
                throw new IllegalArgumentException(
                        "point is " + place + ", " + load + "; the place must be 0 to 1, and the load above 0");
            }
        }
    }

    /** The load is always the same. */
    public static final LoadProfile STEADY = of(0, 1, 1, 1);

    /** A third as usual, a third with three times the load, and a third as usual. */
    public static final LoadProfile RUSH = of(0, 1, 1 / 3.0, 1, 1 / 3.0, 3, 2 / 3.0, 3, 2 / 3.0, 1, 1, 1);

    /**
     * A branch from 9 to 17 o'clock. The load rises from the opening to a peak at 10, falls, has its highest peak from
     * 12 to 13, falls again, and has a peak at 16:30, before the doors close.
     */
    public static final LoadProfile BRANCH_DAY = of(
            0,
            0.4,
            hour(10),
            1.2,
            hour(11),
            0.7,
            hour(12),
            1.6,
            hour(13),
            1.6,
            hour(14.5),
            0.6,
            hour(16.5),
            1.3,
            1,
            0.3);

    public LoadProfile {
        points = List.copyOf(points);
        if (points.isEmpty()
                || points.get(0).place() != 0
                || points.get(points.size() - 1).place() != 1) {
            throw new IllegalArgumentException("points are " + points + "; the first must be at 0 and the last at 1");
        }
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).place() < points.get(i - 1).place()) {
                throw new IllegalArgumentException("points are " + points + "; they must be in their order");
            }
        }
    }

    private static double hour(double oClock) {
        return (oClock - 9) / 8;
    }

    private static LoadProfile of(double... numbers) {
        Point[] points = new Point[numbers.length / 2];
        for (int i = 0; i < points.length; i++) {
            points[i] = new Point(numbers[2 * i], numbers[2 * i + 1]);
        }
        return new LoadProfile(List.of(points));
    }

    /** Whether the load is the same in the whole window. */
    public boolean isSteady() {
        return points.stream().allMatch(point -> point.load() == points.get(0).load());
    }

    /**
     * The load at a place in the window. Before the window, the load is that of its beginning, and after it that of its
     * end.
     */
    public double loadAt(double place) {
        Point before = points.get(0);
        for (Point point : points) {
            if (point.place() > place) {
                double length = point.place() - before.place();
                double part = length == 0 ? 0 : Math.max(0, place - before.place()) / length;
                return before.load() + part * (point.load() - before.load());
            }
            before = point;
        }
        return before.load();
    }
}
