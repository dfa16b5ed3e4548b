package org.debitcredit.chart;

import java.util.List;
import java.util.stream.Stream;

/**
 * A chart, drawn as SVG for a {@link Page} or for a separate file.
 *
 * <pre>
 *   transactions per second
 *   10,000 ┤       ____●  ¦checkpoint
 *    5,000 ┤  __●─╱       ¦
 *          └───┬────┬───┬───
 *             time, s
 * </pre>
 *
 * @param title what it shows, also for screen readers
 * @param isLow whether it is drawn lower, for a page of many
 */
public record Chart(
        String title, Axis x, Axis y, List<Series> series, List<Band> bands, List<Marker> markers, boolean isLow) {

    /** Number of colours in the style sheet; further series start again with the first colour, in dashes. */
    static final int COLOURS = 6;

    /** Number of dash patterns in the style sheet for lines whose colour is used already. */
    static final int DASHES = 3;

    public Chart {
        if (series.isEmpty()) {
            throw new IllegalArgumentException("the chart '" + title + "' has no series");
        }
        series = List.copyOf(series);
        bands = List.copyOf(bands);
        markers = List.copyOf(markers);
    }

    public static Chart of(String title, Axis x, Axis y, List<Series> series) {
        return new Chart(title, x, y, series, List.of(), List.of(), false);
    }

    /** The chart with one more shaded part. */
    public Chart with(Band band) {
        return new Chart(
                title,
                x,
                y,
                series,
                Stream.concat(bands.stream(), Stream.of(band)).toList(),
                markers,
                isLow);
    }

    /** The chart with marked places of the lower axis. Labels without room are shown as tooltips. */
    public Chart with(List<Marker> marked) {
        return new Chart(title, x, y, series, bands, marked, isLow);
    }

    /** The chart drawn lower. */
    public Chart low() {
        return new Chart(title, x, y, series, bands, markers, true);
    }

    /** A separate file that contains title, legend and style sheet. */
    public String file() {
        return new ChartDrawing(this).file();
    }

    /** The style sheet's classes for a series: its colour and, where that is used already, its dashes. */
    static String colour(int index) {
        String colour = "l" + index % COLOURS;
        return index < COLOURS ? colour : colour + " dash" + (1 + (index / COLOURS - 1) % DASHES);
    }

    /** What it shows, in words. */
    String description() {
        StringBuilder text = new StringBuilder(y.title() + " by " + x.title() + ".");
        for (Series each : series) {
            List<Series.Point> drawn = drawn(each);
            text.append(' ').append(each.name()).append(": ");
            if (drawn.isEmpty()) {
                text.append("nothing.");
                continue;
            }
            double least = drawn.stream().mapToDouble(Series.Point::y).min().orElseThrow();
            double largest = drawn.stream().mapToDouble(Series.Point::y).max().orElseThrow();
            text.append(y.label().apply(least))
                    .append(" to ")
                    .append(y.label().apply(largest))
                    .append('.');
        }
        markers.forEach(marker -> text.append(' ')
                .append(marker.label())
                .append(" at ")
                .append(x.label().apply(marker.x()))
                .append('.'));
        return text.toString();
    }

    /**
     * The points that have a place on both axes and a defined value, without the last point of bars and of steps, which
     * only ends them.
     */
    List<Series.Point> drawn(Series of) {
        List<Series.Point> points = of.points();
        boolean lastIsEnd = of.look() == Series.Look.BARS || of.look() == Series.Look.STEPS;
        return points.subList(0, Math.max(0, lastIsEnd ? points.size() - 1 : points.size())).stream()
                .filter(this::hasPlace)
                .toList();
    }

    boolean hasPlace(Series.Point point) {
        return x.holds(point.x()) && y.holds(point.y());
    }
}
