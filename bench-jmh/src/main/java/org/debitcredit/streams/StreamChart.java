package org.debitcredit.streams;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.debitcredit.chart.Xml;

/**
 * A run, second by second, as one self-contained page: Gray &amp; Levine's Figure 2 (2005). HTML that is also XML,
 * charts in SVG, no script.
 */
public final class StreamChart {

    private static final int WIDTH = 860;
    private static final int HEIGHT = 150;
    private static final int LEFT = 92;
    private static final int RIGHT = 20;
    private static final int TOP = 12;
    private static final int BOTTOM = 24;
    private static final int TICKS = 4;

    private static final String STYLE = """
            :root { color-scheme: light dark; --ink: #1c2330; --soft: #657083; --line: #d9dee6; --paper: #fff;
              --c: #1f6feb; --warm: #eef1f5 }
            @media (prefers-color-scheme: dark) { :root { --ink: #e4e8ef; --soft: #98a3b5; --line: #323b49;
              --paper: #12161d; --c: #6aa8ff; --warm: #1d232d } }
            body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
              max-width: 900px; margin: 2rem auto; padding: 0 1rem; }
            h1 { font-size: 1.5rem; margin: 0 0 .3rem } h2 { font-size: 1rem; margin: 1.2rem 0 0 }
            p { margin: .3rem 0 } .soft { color: var(--soft) }
            .verdict { border-left: 4px solid var(--c); padding: .4rem .8rem; margin: 1rem 0; font-weight: 600 }
            svg { width: 100%; height: auto; display: block } svg text { font-size: 12px; fill: var(--soft) }
            text.y { text-anchor: end } text.x { text-anchor: middle } .grid { stroke: var(--line) }
            .warm { fill: var(--warm) } polyline { fill: none; stroke-width: 2; stroke: var(--c) }
            """;

    private final StringBuilder html = new StringBuilder();
    private final List<Second> seconds;

    private StreamChart(List<Second> seconds) {
        this.seconds = seconds;
    }

    /**
     * The page.
     *
     * @param verdict what the run showed, in a sentence
     * @param conditions under which it ran
     */
    public static String of(StreamResult result, String verdict, String conditions) {
        StreamChart chart = new StreamChart(result.seconds());
        chart.page(verdict, conditions);
        return chart.html.toString();
    }

    private void page(String verdict, String conditions) {
        add("<!DOCTYPE html>");
        add("<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head><meta charset=\"utf-8\"/>");
        add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>");
        add("<title>DebitCredit by streams</title><style>" + STYLE + "</style></head><body>");
        add("<h1>DebitCredit by the second</h1>");
        add("<p class=\"soft\">" + Xml.text(conditions) + "</p>");
        add("<p class=\"verdict\">" + Xml.text(verdict) + "</p>");
        add("<p class=\"soft\">The shaded part is the warm-up.</p>");
        panel("Transactions per second", second -> second.transactions() / second.seconds());
        panel("Processors used by this process", second -> second.cpuNanos() / 1e9 / second.seconds());
        panel("Forced writes of the journal per second", second -> second.forces() / second.seconds());
        panel("Longest forced write, ms", second -> second.longestForceNanos() / 1e6);
        panel("Journal, MB per second", second -> second.journalBytes() / 1e6 / second.seconds());
        panel("Writes of the block device per second", second -> second.physicalWrites() / second.seconds());
        add("</body></html>");
    }

    private void panel(String title, ToDoubleFunction<Second> value) {
        add("<h2>" + Xml.text(title) + "</h2>");
        if (seconds.isEmpty()) {
            return;
        }
        double top = round(seconds.stream().mapToDouble(value).max().orElse(0));
        add("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">", WIDTH, HEIGHT, Xml.text(title));
        long warm = seconds.stream().filter(second -> !second.measured()).count();
        add(
                "<rect class=\"warm\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                LEFT, TOP, x((int) warm) - LEFT, HEIGHT - TOP - BOTTOM);
        for (int tick = 0; tick <= TICKS; tick++) {
            double at = top * tick / TICKS;
            double y = y(at, top);
            add("<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>", LEFT, y, WIDTH - RIGHT, y);
            add("<text class=\"y\" x=\"%d\" y=\"%.1f\">%s</text>", LEFT - 8, y + 4, label(at, top));
        }
        int step = Math.max(1, seconds.size() / 10);
        for (int i = 0; i < seconds.size(); i += step) {
            add(
                    "<text class=\"x\" x=\"%.1f\" y=\"%d\">%d s</text>",
                    x(i), HEIGHT - 6, seconds.get(i).second());
        }
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < seconds.size(); i++) {
            points.append(String.format(
                    Locale.ROOT,
                    "%.1f,%.1f ",
                    x(i) + x(1) / 2 - x(0) / 2,
                    y(value.applyAsDouble(seconds.get(i)), top)));
        }
        add("<polyline points=\"%s\"/></svg>", points.toString().trim());
    }

    private double x(int index) {
        return LEFT + (double) (WIDTH - LEFT - RIGHT) * index / seconds.size();
    }

    private static double y(double value, double top) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top;
    }

    /** The next of 1, 2, 4, 8 times a power of ten. */
    private static double round(double max) {
        if (max <= 0) {
            return 1;
        }
        double decade = Math.pow(10, Math.floor(Math.log10(max)));
        for (double step = 1; step < 10; step *= 2) {
            if (max <= step * decade) {
                return step * decade;
            }
        }
        return 10 * decade;
    }

    private static String label(double value, double top) {
        return String.format(Locale.ROOT, top < TICKS ? "%.2f" : "%,.0f", value);
    }

    private void add(String format, Object... values) {
        html.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values))
                .append('\n');
    }
}
