package org.debitcredit.lab;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as a sentence shows them, with three significant digits. */
public final class Rounded {

    private static final MathContext THREE = new MathContext(3);
    private static final double MILLION = 1e6;

    /** Shorter times are shown in microseconds. A force of a tenth of a millisecond is not. */
    private static final double MILLIS_FROM = 1e-4;

    private Rounded() {}

    /** Transactions per second; millions with two significant digits. */
    public static String perSecond(double value) {
        if (!Double.isFinite(value)) {
            return "any rate";
        }
        if (value < MILLION) {
            return number(value);
        }
        return String.format(Locale.ROOT, value < 10 * MILLION ? "%.1fM" : "%,.0fM", value / MILLION);
    }

    /** A share in percent. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    /** A time in the unit that suits it. */
    public static String time(double seconds) {
        if (seconds >= 1) {
            return number(seconds) + " s";
        }
        return seconds >= MILLIS_FROM ? number(seconds * 1e3) + " ms" : number(seconds * 1e6) + " µs";
    }

    /** A number with thousands separators. */
    public static String number(double value) {
        return plain(new BigDecimal(value).round(THREE));
    }

    private static String plain(BigDecimal rounded) {
        int decimals = Math.max(0, rounded.stripTrailingZeros().scale());
        return String.format(Locale.ROOT, "%,." + decimals + "f", rounded);
    }
}
