package org.debitcredit.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * An axis of a chart.
 *
 * @param title what it shows, with the unit
 * @param label writes a value, at a tick and where the pointer rests on a point
 * @param hasTicksAtPoints whether ticks are at the points' own values instead of at round ones
 */
public record Axis(String title, Kind kind, DoubleFunction<String> label, boolean hasTicksAtPoints) {

    private static final MathContext DIGITS = new MathContext(4);
    private static final double WHOLE_FROM = 1_000;

    /** How values are spread. */
    public enum Kind {
        LINEAR,
        /** What is not above 0 has no place on it, and is left out. */
        LOGARITHMIC
    }

    /** An axis of numbers. */
    public static Axis linear(String title) {
        return new Axis(title, Kind.LINEAR, Axis::number, false);
    }

    /** An axis of powers. */
    public static Axis logarithmic(String title) {
        return new Axis(title, Kind.LOGARITHMIC, Axis::number, false);
    }

    /** The axis with another way to write its values. */
    public Axis labelled(DoubleFunction<String> other) {
        return new Axis(title, kind, other, hasTicksAtPoints);
    }

    /** The axis with its ticks at the points. */
    public Axis withTicksAtPoints() {
        return new Axis(title, kind, label, true);
    }

    /** A number with thousands separated and four digits that count, or as many as it has before the point. */
    public static String number(double value) {
        DecimalFormat format = new DecimalFormat("#,##0.############", DecimalFormatSymbols.getInstance(Locale.ROOT));
        return format.format(Math.abs(value) >= WHOLE_FROM ? Math.rint(value) : new BigDecimal(value).round(DIGITS));
    }

    /** Whether a value has a place on it. */
    boolean holds(double value) {
        return Double.isFinite(value) && (kind == Kind.LINEAR || value > 0);
    }
}
