package org.debitcredit.chart;

import java.util.ArrayList;
import java.util.List;

/** Round values along an axis. */
final class Ticks {

    private static final double[] STEPS = {1, 2, 5, 10};
    private static final double FEW_DECADES = 2.5;
    /** Rounding error of a value that should be a multiple of a step. */
    private static final double TOLERANCE = 1e-9;

    private Ticks() {}

    /** Multiples of 1, 2 or 5 times a power of ten that cover a range, about so many at most. */
    static List<Double> linear(double bottom, double top, int most) {
        double range = top > bottom ? top - bottom : Math.max(1, Math.abs(top));
        double rough = range / most;
        double decade = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = 10 * decade;
        for (int i = STEPS.length - 1; i >= 0; i--) {
            if (STEPS[i] * decade >= rough * (1 - TOLERANCE)) {
                step = STEPS[i] * decade;
            }
        }
        List<Double> ticks = new ArrayList<>();
        long first = (long) Math.floor(bottom / step + TOLERANCE);
        long last = (long) Math.ceil((bottom + range) / step - TOLERANCE);
        for (long i = first; i <= last; i++) {
            ticks.add(i * step);
        }
        return List.copyOf(ticks);
    }

    /** Powers of ten that cover a range, with their multiples by 2 and 5 if there are few. */
    static List<Double> logarithmic(double bottom, double top) {
        double[] steps = Math.log10(top / bottom) < FEW_DECADES ? new double[] {1, 2, 5} : new double[] {1};
        List<Double> ticks = new ArrayList<>();
        for (int decade = (int) Math.floor(Math.log10(bottom)); ticks.isEmpty() || last(ticks) < top; decade++) {
            for (double step : steps) {
                // A negative power of ten is exact only as a quotient.
                double tick = decade < 0 ? step / Math.pow(10, -decade) : step * Math.pow(10, decade);
                if (!ticks.isEmpty() && tick <= bottom) {
                    ticks.clear();
                }
                if (ticks.isEmpty() || last(ticks) < top) {
                    ticks.add(tick);
                }
            }
        }
        if (ticks.size() == 1) {
            ticks.add(10 * ticks.get(0));
        }
        return List.copyOf(ticks);
    }

    private static double last(List<Double> ticks) {
        return ticks.get(ticks.size() - 1);
    }
}
