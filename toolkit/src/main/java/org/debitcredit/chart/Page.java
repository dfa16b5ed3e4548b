package org.debitcredit.chart;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** A self-contained page: HTML that is also XML, with charts in SVG, without scripts or loaded files. */
public final class Page {

    private static final String NAMESPACE = "http://www.w3.org/1999/xhtml";

    /** The tone of a verdict. */
    public enum Tone {
        FINE,
        /** The figures are uncertain, or mean nothing. */
        WARNING,
        FAILURE
    }

    private final Markup html = new Markup();
    private int charts;
    private boolean hasSection;
    private String heading;

    /** A page with its title. */
    public Page(String title) {
        heading = title;
        html.doctype().open("html", "xmlns", NAMESPACE, "lang", "en").open("head");
        html.empty("meta", "charset", "utf-8");
        html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.empty("meta", "http-equiv", "Content-Security-Policy", "content", StyleSheet.POLICY);
        html.leaf("title", title).leaf("style", StyleSheet.TEXT).close();
        html.open("body").open("main").leaf("h1", title);
    }

    /** The verdict, in one sentence. */
    public Page verdict(String text, Tone tone) {
        html.leaf("p", text, "class", "verdict " + tone.name().toLowerCase(Locale.ROOT));
        return this;
    }

    public Page paragraph(String text) {
        html.leaf("p", text);
        return this;
    }

    /** A paragraph of minor importance. */
    public Page note(String text) {
        html.leaf("p", text, "class", "note");
        return this;
    }

    /** Items of a list, each a sentence. */
    public Page list(List<String> items) {
        html.open("ul");
        items.forEach(item -> html.leaf("li", item));
        html.close();
        return this;
    }

    /** Names of facts, each with its fact. */
    public Page facts(Map<String, String> facts) {
        html.open("dl");
        facts.forEach((name, fact) -> html.leaf("dt", name).leaf("dd", fact));
        html.close();
        return this;
    }

    /** What is typed, in the font of a terminal. */
    public Page typed(String text) {
        html.leaf("pre", text);
        return this;
    }

    /** Begins a section, which ends at the next one. */
    public Page section(String text) {
        endSection();
        hasSection = true;
        heading = text;
        html.open("section").leaf("h2", text);
        return this;
    }

    private void endSection() {
        if (hasSection) {
            html.close();
        }
        hasSection = false;
    }

    /**
     * A table of numbers, whose first column names the rows.
     *
     * @param rows each with as many cells as the head
     */
    public Page table(List<String> head, List<List<String>> rows) {
        return table("numbers", head, rows);
    }

    /**
     * A table of words, which wrap. On a phone each row is a paragraph.
     *
     * @param rows each with as many cells as the head
     */
    public Page words(List<String> head, List<List<String>> rows) {
        return table("words", head, rows);
    }

    private Page table(String look, List<String> head, List<List<String>> rows) {
        scrolling(heading);
        html.open("table", "class", look).open("thead").open("tr");
        head.forEach(cell -> html.leaf("th", cell, "scope", "col"));
        html.close().close().open("tbody");
        for (List<String> row : rows) {
            if (row.size() != head.size()) {
                throw new IllegalArgumentException(row.size() + " cells in a table of " + head.size() + " columns");
            }
            html.open("tr");
            row.forEach(cell -> html.leaf("td", cell));
            html.close();
        }
        html.close().close().close();
        return this;
    }

    /**
     * Content that a reader unfolds.
     *
     * @param summary what stands there when it is folded
     * @param content adds what is in it; no section
     */
    public Page folded(String summary, Consumer<Page> content) {
        html.open("details").leaf("summary", summary);
        String outside = heading;
        heading = summary;
        content.accept(this);
        heading = outside;
        html.close();
        return this;
    }

    /** A chart, with its title unless that is the section's heading, and with a legend if it has several series. */
    public Page chart(Chart chart) {
        charts++;
        html.open("figure");
        if (!chart.title().equals(heading)) {
            html.leaf("figcaption", chart.title());
        }
        scrolling(chart.title());
        new ChartDrawing(chart).into(html, "chart-" + charts);
        html.close();
        if (chart.series().size() > 1) {
            new Legend(chart.series()).intoPage(html);
        }
        html.close();
        return this;
    }

    /** Content wider than a phone scrolls separately, also by keyboard. */
    private void scrolling(String name) {
        html.open("div", "class", "scroll", "tabindex", 0, "role", "region", "aria-label", name);
    }

    /** The finished page. Nothing can be added afterwards. */
    public String html() {
        endSection();
        return html.close().close().close().document();
    }
}
