package org.debitcredit.terminal.report;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.debitcredit.chart.Axis;
import org.debitcredit.measure.statistics.QuantileBounds;

/** Quantities as a report writes them: the number and its unit. */
final class Quantity {

    private static final double MICROS_PER_MILLI = 1_000;
    private static final double PERCENT = 100;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private Quantity() {}

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** So many of something, such as <i>1 answer</i> or <i>2 answers</i>. */
    static String count(long number, String one, String several) {
        return count(number) + " " + (number == 1 ? one : several);
    }

    static String millis(double micros) {
        return number(micros) + " ms";
    }

    /**
     * A time in milliseconds without its unit, for a table that names it in the head: four digits, at most three of
     * them after the point.
     */
    static String number(double micros) {
        if (Double.isInfinite(micros)) {
            return "unknown";
        }
        double millis = micros / MICROS_PER_MILLI;
        int decimals = millis < 10 ? 3 : millis < 100 ? 2 : millis < 1_000 ? 1 : 0;
        return String.format(Locale.ROOT, "%,." + decimals + "f", millis);
    }

    static String rate(double perSecond) {
        return Axis.number(perSecond);
    }

    static String share(double share) {
        return String.format(Locale.ROOT, "%.2f %%", share * PERCENT);
    }

    /** The bounds of a quantile, with the reason where there are none. */
    static String bounds(QuantileBounds micros) {
        if (micros.low() == 0 && Double.isInfinite(micros.high())) {
            return "without bounds, because " + count(micros.count(), "answer is", "answers are") + " too few";
        }
        return Double.isInfinite(micros.high())
                ? "at least " + millis(micros.low()) + "; the answers are too few for an upper bound"
                : "between " + number(micros.low()) + " and " + millis(micros.high());
    }

    /** A moment, to the second. */
    static String time(Instant moment) {
        return TIME.format(moment);
    }

    static String duration(Duration time) {
        long seconds = time.toSeconds();
        if (seconds >= 120 && seconds % 60 == 0) {
            return Axis.number(seconds / 60.0) + " min";
        }
        return Axis.number(time.toMillis() / 1e3) + " s";
    }
}
