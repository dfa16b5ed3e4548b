package org.debitcredit.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * A line chart with a logarithmic upright axis as one SVG element, coloured by the style sheet of {@link PageStyle}:
 * line {@code i} has class {@code l<i>}.
 *
 * <pre>
 *   10,000 ┤        ____●  1 MiB
 *    1,000 ┤   __●─╱
 *          └───┬────┬───┬
 * </pre>
 */
public final class LogChart {

    private static final int WIDTH = 860;
    private static final int HEIGHT = 340;
    private static final int LOW_HEIGHT = 210;
    private static final int LEGEND_HEIGHT = 34;
    private static final int LABEL_CHARACTER_WIDTH = 7;
    private static final int LABEL_GAP = 10;
    private static final int LEFT = 92;
    private static final int RIGHT = 20;
    private static final int TOP = 16;
    private static final int BOTTOM = 48;
    private static final double RADIUS = 3.5;
    private static final double FEW_DECADES = 2.5;

    /** How the points are spread from left to right. */
    public enum Across {
        LOGARITHMIC,
        EVEN
    }

    /** A point; both above 0. */
    public record Point(double x, double y) {}

    /** Points joined by a line, dashed for what was not measured. */
    public record Line(String name, boolean dashed, List<Point> points) {}

    private final String title;
    private final String xTitle;
    private final Across across;
    private final DoubleFunction<String> xLabel;
    private final DoubleFunction<String> yLabel;
    private final List<Line> lines;
    private int height = HEIGHT;
    private final double xMin;
    private final double xMax;
    private final List<Double> ticks;
    private final double yMin;
    private final double yMax;
    private final StringBuilder svg = new StringBuilder();

    /**
     * A chart with at least some points.
     *
     * @param title text for readers who cannot see it
     * @param xTitle title of the horizontal axis, with its unit
     * @param xLabel names a point's x under the axis
     * @param yLabel names a point's y where the pointer rests on it, with its unit
     */
    public LogChart(
            String title,
            String xTitle,
            Across across,
            DoubleFunction<String> xLabel,
            DoubleFunction<String> yLabel,
            List<Line> lines) {
        this.title = title;
        this.xTitle = xTitle;
        this.across = across;
        this.xLabel = xLabel;
        this.yLabel = yLabel;
        this.lines = lines;
        List<Point> all = lines.stream().flatMap(line -> line.points().stream()).toList();
        xMin = all.stream().mapToDouble(Point::x).min().orElseThrow();
        xMax = all.stream().mapToDouble(Point::x).max().orElseThrow();
        double bottom = all.stream().mapToDouble(Point::y).min().orElseThrow();
        double top = all.stream().mapToDouble(Point::y).max().orElseThrow();
        ticks = ticks(bottom, top);
        yMin = ticks.get(0);
        yMax = ticks.get(ticks.size() - 1);
    }

    /** Round figures around a range: powers of ten, and between them 2 and 5 times these where there is room. */
    static List<Double> ticks(double bottom, double top) {
        double[] steps = log(top / bottom) < FEW_DECADES ? new double[] {1, 2, 5} : new double[] {1};
        List<Double> ticks = new ArrayList<>();
        for (int decade = (int) Math.floor(log(bottom)); ticks.isEmpty() || last(ticks) < top; decade++) {
            for (double step : steps) {
                double tick = step * Math.pow(10, decade);
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

    /** Draws it lower, for a page of many. */
    public LogChart low() {
        height = LOW_HEIGHT;
        return this;
    }

    /** The element, for a page with the style sheet. */
    public String svg() {
        svg.setLength(0);
        add("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">", WIDTH, height, Xml.text(title));
        draw();
        add("</svg>");
        return svg.toString();
    }

    /** A separate file that contains title, legend and style sheet. */
    public String file() {
        svg.setLength(0);
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 %d %d %d\" role=\"img\" aria-label=\"%s\">",
                -2 * LEGEND_HEIGHT, WIDTH, height + 2 * LEGEND_HEIGHT, Xml.text(title));
        svg.append("<style>").append(PageStyle.SVG).append("</style>\n");
        add(
                "<rect class=\"paper\" x=\"0\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
                -2 * LEGEND_HEIGHT, WIDTH, height + 2 * LEGEND_HEIGHT);
        add("<text class=\"title\" x=\"%d\" y=\"%d\">%s</text>", LEFT, 24 - 2 * LEGEND_HEIGHT, Xml.text(title));
        for (int i = 0; i < lines.size(); i++) {
            int x = LEFT + i * (WIDTH - LEFT - RIGHT) / lines.size();
            add("<circle class=\"l%d\" cx=\"%d\" cy=\"%d\" r=\"5\"/>", i, x + 5, -16);
            add(
                    "<text x=\"%d\" y=\"%d\">%s</text>",
                    x + 16, -12, Xml.text(lines.get(i).name()));
        }
        draw();
        add("</svg>");
        return svg.toString();
    }

    private void draw() {
        yAxis();
        xAxis();
        for (int i = 0; i < lines.size(); i++) {
            line(i, lines.get(i));
        }
    }

    /** The lines' names with their colours, to stand under the chart. */
    public String legend() {
        StringBuilder html = new StringBuilder("<p class=\"legend\">");
        for (int i = 0; i < lines.size(); i++) {
            html.append(String.format(
                    "<span><i class=\"l%d\"></i>%s</span>",
                    i, Xml.text(lines.get(i).name())));
        }
        return html.append("</p>").toString();
    }

    private void yAxis() {
        for (double tick : ticks) {
            double y = y(tick);
            add("<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>", LEFT, y, WIDTH - RIGHT, y);
            String label = tick < 1 ? Double.toString(tick) : String.format(Locale.ROOT, "%,.0f", tick);
            add("<text class=\"y\" x=\"%d\" y=\"%.1f\">%s</text>", LEFT - 8, y + 4, label);
        }
    }

    private void xAxis() {
        List<Double> places = lines.stream()
                .flatMap(line -> line.points().stream())
                .map(Point::x)
                .distinct()
                .sorted()
                .toList();
        int bottom = height - BOTTOM;
        int longest = places.stream()
                .mapToInt(place -> xLabel.apply(place).length())
                .max()
                .orElse(1);
        int most = (WIDTH - LEFT - RIGHT) / (LABEL_CHARACTER_WIDTH * longest + LABEL_GAP);
        int step = (places.size() + most - 1) / most;
        // From the right: the last place, the latest, always has its label.
        for (int i = places.size() - 1; i >= 0; i -= step) {
            double place = places.get(i);
            add(
                    "<line class=\"tick\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>",
                    x(place), bottom, x(place), bottom + 5);
            add(
                    "<text class=\"x\" x=\"%.1f\" y=\"%d\">%s</text>",
                    x(place), bottom + 19, Xml.text(xLabel.apply(place)));
        }
        add("<text class=\"x\" x=\"%d\" y=\"%d\">%s</text>", (LEFT + WIDTH - RIGHT) / 2, height - 8, Xml.text(xTitle));
    }

    private void line(int index, Line line) {
        List<String> places = new ArrayList<>();
        line.points().forEach(point -> places.add(format("%.1f,%.1f", x(point.x()), y(point.y()))));
        add(
                "<polyline class=\"l%d%s\" points=\"%s\"/>",
                index, line.dashed() ? " dashed" : "", String.join(" ", places));
        for (Point point : line.points()) {
            add(
                    "<circle class=\"l%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>%s, %s: %s</title></circle>",
                    index,
                    x(point.x()),
                    y(point.y()),
                    RADIUS,
                    Xml.text(line.name()),
                    Xml.text(xLabel.apply(point.x())),
                    Xml.text(yLabel.apply(point.y())));
        }
    }

    private double x(double value) {
        int inset = 28;
        double part = xMax == xMin ? 0.5 : (across(value) - across(xMin)) / (across(xMax) - across(xMin));
        return LEFT + inset + part * (WIDTH - RIGHT - LEFT - 2 * inset);
    }

    private double across(double value) {
        return across == Across.LOGARITHMIC ? log(value) : value;
    }

    private double y(double value) {
        double part = (log(value) - log(yMin)) / (log(yMax) - log(yMin));
        return height - BOTTOM - part * (height - BOTTOM - TOP);
    }

    private static double log(double value) {
        return Math.log10(value);
    }

    private void add(String format, Object... values) {
        svg.append(format(format, values)).append('\n');
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
