package org.debitcredit.chart;

import java.util.Arrays;
import java.util.List;

/**
 * Maps the values of an axis to places in the drawing.
 *
 * @param from the least value, at the place {@code pixelFrom}
 * @param to the largest value, at the place {@code pixelTo}
 * @param ticks in ascending order
 */
record Scale(Axis axis, double from, double to, double pixelFrom, double pixelTo, List<Double> ticks) {

    private static final int TICKS_UPRIGHT = 5;
    private static final int TICKS_ACROSS = 10;

    /** From left to right: it ends where the values end. */
    static Scale across(Axis axis, double[] values) {
        double from = least(values);
        double to = largest(values);
        List<Double> ticks = axis.hasTicksAtPoints()
                ? Arrays.stream(values).distinct().sorted().boxed().toList()
                : round(axis, from, to, TICKS_ACROSS).stream()
                        .filter(tick -> tick >= from && tick <= to)
                        .toList();
        return new Scale(axis, from, to, 0, 1, ticks);
    }

    /**
     * From bottom to top: it begins and ends with a tick. A linear one begins at 0, or at a tick below the least value
     * if that is negative.
     */
    static Scale upright(Axis axis, double[] values) {
        double from = axis.kind() == Axis.Kind.LINEAR ? Math.min(0, least(values)) : least(values);
        List<Double> ticks = round(axis, from, Math.max(from, largest(values)), TICKS_UPRIGHT);
        return new Scale(axis, ticks.get(0), ticks.get(ticks.size() - 1), 0, 1, ticks);
    }

    private static List<Double> round(Axis axis, double from, double to, int most) {
        return axis.kind() == Axis.Kind.LINEAR ? Ticks.linear(from, to, most) : Ticks.logarithmic(from, to);
    }

    /** The scale in its place. */
    Scale between(double first, double last) {
        return new Scale(axis, from, to, first, last, ticks);
    }

    /** The place of a value. */
    double at(double value) {
        double part = to == from ? 0.5 : (spread(value) - spread(from)) / (spread(to) - spread(from));
        return pixelFrom + part * (pixelTo - pixelFrom);
    }

    private double spread(double value) {
        return axis.kind() == Axis.Kind.LINEAR ? value : Math.log10(value);
    }

    private static double least(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    private static double largest(double[] values) {
        return Arrays.stream(values).max().orElseThrow();
    }
}
