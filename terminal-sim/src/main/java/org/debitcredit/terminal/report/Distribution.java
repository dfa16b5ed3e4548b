package org.debitcredit.terminal.report;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.debitcredit.chart.Series.Point;

/** A distribution of response times as charts show it: cells of a histogram, and the tail of the distribution. */
public final class Distribution {

    /** The fewest cells of a histogram. */
    static final int CELLS_MIN = 20;

    private static final double MICROS_PER_MILLI = 1_000;
    private static final int[] CELLS_PER_DECADE = {10, 20, 50, 100};
    /** A point of the tail is left out when it is nearer to the one before than this, in decades of both axes. */
    private static final double NEAR = 0.01;

    /**
     * A cell of a histogram.
     *
     * @param toMillis exclusive
     */
    record Cell(double fromMillis, double toMillis, long answers) {}

    private Distribution() {}

    /**
     * The cells of a histogram, {@value #CELLS_MIN} or more. Each is wider than the one before by the same factor, and
     * all answers are in one of them. A time of 0 counts as one microsecond.
     */
    static List<Cell> cells(Histogram micros) {
        if (micros.getTotalCount() == 0) {
            return List.of();
        }
        double least = Math.log10(least(micros));
        double largest = Math.log10(Math.max(1, micros.lowestEquivalentValue(micros.getMaxValue())));
        int perDecade = perDecade(largest - least);
        int first = (int) Math.floor(least * perDecade);
        int count = Math.max(CELLS_MIN, (int) Math.floor(largest * perDecade) - first + 1);
        long[] answers = new long[count];
        for (HistogramIterationValue bucket : micros.recordedValues()) {
            double value = Math.log10(Math.max(1, micros.lowestEquivalentValue(bucket.getValueIteratedTo())));
            answers[(int) Math.floor(value * perDecade) - first] += bucket.getCountAddedInThisIterationStep();
        }
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            cells.add(new Cell(edge(first + i, perDecade), edge(first + i + 1, perDecade), answers[i]));
        }
        return cells;
    }

    private static long least(Histogram micros) {
        for (HistogramIterationValue bucket : micros.recordedValues()) {
            return Math.max(1, micros.lowestEquivalentValue(bucket.getValueIteratedTo()));
        }
        throw new IllegalStateException("the histogram counts " + micros.getTotalCount() + " samples and holds none");
    }

    private static int perDecade(double decades) {
        for (int cells : CELLS_PER_DECADE) {
            if (decades * cells >= CELLS_MIN) {
                return cells;
            }
        }
        return CELLS_PER_DECADE[CELLS_PER_DECADE.length - 1];
    }

    private static double edge(int cell, int perDecade) {
        return Math.pow(10, (double) cell / perDecade) / MICROS_PER_MILLI;
    }

    /**
     * The complementary cumulative distribution: for a time in milliseconds, the share of the answers that took as long
     * or longer. The last point is the longest time, which one answer or a few took.
     */
    public static List<Point> tail(Histogram micros) {
        List<Point> points = new ArrayList<>();
        long count = micros.getTotalCount();
        long below = 0;
        for (HistogramIterationValue bucket : micros.recordedValues()) {
            long value = Math.max(1, micros.lowestEquivalentValue(bucket.getValueIteratedTo()));
            Point point = new Point(value / MICROS_PER_MILLI, (double) (count - below) / count);
            below += bucket.getCountAddedInThisIterationStep();
            if (points.isEmpty() || below == count || isFar(points.get(points.size() - 1), point)) {
                points.add(point);
            }
        }
        return points;
    }

    private static boolean isFar(Point one, Point other) {
        return Math.hypot(Math.log10(other.x() / one.x()), Math.log10(other.y() / one.y())) >= NEAR;
    }
}
