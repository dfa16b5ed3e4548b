package org.debitcredit.terminal.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Marker;
import org.debitcredit.chart.Series;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;

/**
 * The price of one transaction a second over time, after Figure 3 of Gray &amp; Levine (2005): it falls a hundredfold
 * in ten years. The line goes through the only dated price of their text, <i>"by 1995 they were approximately
 * $500/tpsA"</i>. Prices are dollars of their year.
 */
final class PriceTrend {

    static final String CURRENCY = "USD";

    private static final double YEAR = 1995;
    private static final double DOLLARS = 500;
    private static final double FIRST_YEAR = 1990;
    private static final double DECADES_PER_YEAR = -2 / 10.0;
    private static final double DAYS_PER_YEAR = 365.25;

    /** "The first TPC-A/B systems were in the $100k/tpsA range"; Figure 3 begins in 1990. */
    private static final Point FIRST_SYSTEMS = new Point(FIRST_YEAR, 100_000);

    /** "A $2k computer", 8,346 transactions a second. */
    private static final Point GRAY = new Point(2005, 2_000 / 8_346.0);

    private PriceTrend() {}

    /** What one transaction a second costs in a year by the trend. */
    static double dollarsPerTps(double year) {
        return DOLLARS * Math.pow(10, (year - YEAR) * DECADES_PER_YEAR);
    }

    static double year(Instant moment) {
        ZonedDateTime date = moment.atZone(ZoneOffset.UTC);
        return date.getYear() + (date.getDayOfYear() - 1) / DAYS_PER_YEAR;
    }

    /** The trend with the price of this run. */
    static Chart chart(double year, double dollarsPerTps) {
        return Chart.of(
                        "Price of one transaction a second over time",
                        Axis.linear("year").labelled(value -> String.valueOf((int) value)),
                        Axis.logarithmic("dollars per transaction a second"),
                        List.of(
                                new Series("this run", Look.POINTS, List.of(new Point(year, dollarsPerTps))),
                                new Series(
                                        "a hundredfold in ten years, through $500 in 1995",
                                        Look.DASHED,
                                        List.of(
                                                new Point(FIRST_YEAR, dollarsPerTps(FIRST_YEAR)),
                                                new Point(year, dollarsPerTps(year)))),
                                new Series(
                                        "prices in Gray and Levine (2005)",
                                        Look.POINTS,
                                        List.of(FIRST_SYSTEMS, new Point(YEAR, DOLLARS), GRAY))))
                .with(List.of(
                        new Marker(FIRST_SYSTEMS.x(), "first systems"),
                        new Marker(YEAR, "$500"),
                        new Marker(GRAY.x(), "Gray and Levine"),
                        new Marker(year, "this run")));
    }
}
