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
 * @param label formats a value, at a tick and in the tooltip of a point
 * @param hasTicksAtPoints whether ticks are at the points' own values instead of at round ones
 */
public record Axis(String title, Kind kind, DoubleFunction<String> label, boolean hasTicksAtPoints) {

    private static final MathContext DIGITS = new MathContext(4);
    private static final double WHOLE_FROM = 1_000;

    /** How values are distributed along the axis. */
    public enum Kind {
        LINEAR,
        /** A value that is not above 0 has no place on it, and is left out. */
        LOGARITHMIC
    }

    /** A linear axis. */
    public static Axis linear(String title) {
        return new Axis(title, Kind.LINEAR, Axis::number, false);
    }

    /** A logarithmic axis. */
    public static Axis logarithmic(String title) {
        return new Axis(title, Kind.LOGARITHMIC, Axis::number, false);
    }

    /** The axis with another format of its values. */
    public Axis labelled(DoubleFunction<String> other) {
        return new Axis(title, kind, other, hasTicksAtPoints);
    }

    /** The axis with its ticks at the points. */
    public Axis withTicksAtPoints() {
        return new Axis(title, kind, label, true);
    }

    /**
     * A number with thousands separators and four significant digits, or more if it has more before the decimal point.
     */
    public static String number(double value) {
        DecimalFormat format = new DecimalFormat("#,##0.############", DecimalFormatSymbols.getInstance(Locale.ROOT));
        return format.format(Math.abs(value) >= WHOLE_FROM ? Math.rint(value) : new BigDecimal(value).round(DIGITS));
    }

    /** Whether a value has a place on it. */
    boolean holds(double value) {
        return Double.isFinite(value) && (kind == Kind.LINEAR || value > 0);
    }
}
