package org.debitcredit.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.debitcredit.chart.Documents.elements;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class PageTest {

    private static final String HOSTILE = "<b>\"a\" & 'b'</b><script src=\"http://x\"></script>\u0000";

    private static Chart chart(String... names) {
        return Chart.of(
                "chart",
                Axis.linear("x"),
                Axis.linear("y"),
                Arrays.stream(names)
                        .map(name -> new Series(name, Look.LINE, List.of(new Point(1, 2))))
                        .toList());
    }

    @Test
    void text_stays_text_everywhere() {
        String html = new Page(HOSTILE)
                .note(HOSTILE)
                .verdict(HOSTILE, Page.Tone.FINE)
                .section(HOSTILE)
                .paragraph(HOSTILE)
                .table(List.of(HOSTILE), List.of(List.of(HOSTILE)))
                .list(List.of(HOSTILE))
                .facts(Map.of(HOSTILE, HOSTILE))
                .typed(HOSTILE)
                .chart(chart(HOSTILE, HOSTILE))
                .html();
        Document page = Documents.read(html);
        assertThat(elements(page, "script")).isEmpty();
        assertThat(elements(page, "b")).isEmpty();
        String read = HOSTILE.replace('\u0000', '\uFFFD');
        for (String element : List.of("h1", "h2", "th", "td", "li", "dt", "dd", "pre")) {
            assertThat(elements(page, element).get(0).getTextContent()).isEqualTo(read);
        }
        assertThat(html).doesNotContain("<script", "<b>");
    }

    @Test
    void a_reader_unfolds_what_a_summary_names() {
        Document page = Documents.read(new Page("t")
                .section("days")
                .folded(HOSTILE, folded -> folded.table(List.of("a"), List.of(List.of("1"))))
                .paragraph("outside")
                .html());
        Element details = elements(page, "details").get(0);
        assertThat(details.getFirstChild().getTextContent()).isEqualTo(HOSTILE.replace('\u0000', '\uFFFD'));
        assertThat(details.getElementsByTagName("td").getLength()).isEqualTo(1);
        assertThat(details.getTextContent()).doesNotContain("outside");
    }

    @Test
    void a_page_loads_nothing() {
        String html = new Page("t").section("s").chart(chart("a")).html();
        assertThat(html.replace("http://www.w3.org/1999/xhtml", "")
                        .replace("http://www.w3.org/2000/svg", "")
                        .replace("http-equiv", ""))
                .doesNotContain("http", "url(", "@import", "<link", "<script", "src=");
    }

    @Test
    void each_section_holds_what_follows_its_heading() {
        Document page = Documents.read(new Page("t")
                .section("one")
                .paragraph("a")
                .section("two")
                .paragraph("b")
                .html());
        assertThat(elements(page, "section"))
                .extracting(Element::getTextContent)
                .satisfiesExactly(
                        first -> assertThat(first).contains("one", "a").doesNotContain("two"),
                        second -> assertThat(second).contains("two", "b"));
        assertThat(elements(page, "section"))
                .extracting(section -> section.getParentNode().getNodeName())
                .containsOnly("main");
    }

    @ParameterizedTest
    @EnumSource(Page.Tone.class)
    void every_tone_has_its_look(Page.Tone tone) {
        Document page = Documents.read(new Page("t").verdict("v", tone).html());
        String look = elements(page, "p", "verdict").get(0).getAttribute("class");
        if (tone != Page.Tone.FINE) {
            assertThat(StyleSheet.TEXT).contains("." + look.replace(' ', '.') + " {");
        }
        assertThat(look).isEqualTo("verdict " + tone.name().toLowerCase(java.util.Locale.ROOT));
    }

    @Test
    void charts_of_a_page_have_ids_of_their_own_and_a_legend_where_they_need_one() {
        Document page = Documents.read(
                new Page("t").chart(chart("a", "b")).chart(chart("c")).html());
        assertThat(elements(page, "desc"))
                .extracting(description -> description.getAttribute("id"))
                .containsExactly("chart-1-description", "chart-2-description");
        assertThat(elements(page, "p", "legend"))
                .singleElement()
                .satisfies(legend -> assertThat(legend.getTextContent()).contains("a", "b"));
    }

    @Test
    void a_chart_bears_its_title_unless_the_heading_says_it() {
        Document page = Documents.read(new Page("t")
                .section("chart")
                .chart(chart("a"))
                .section("another")
                .chart(chart("a"))
                .html());
        assertThat(elements(page, "figcaption")).singleElement().satisfies(caption -> {
            assertThat(caption.getTextContent()).isEqualTo("chart");
            assertThat(caption.getParentNode().getParentNode().getTextContent()).contains("another");
        });
    }

    @Test
    void what_is_wide_scrolls_by_keys_and_has_a_name() {
        Document page = Documents.read(new Page("t")
                .section("figures")
                .table(List.of("a"), List.of())
                .chart(chart("a"))
                .html());
        assertThat(elements(page, "div", "scroll")).hasSize(2).allSatisfy(div -> {
            assertThat(div.getAttribute("tabindex")).isEqualTo("0");
            assertThat(div.getAttribute("role")).isEqualTo("region");
        });
        assertThat(elements(page, "div", "scroll"))
                .extracting(div -> div.getAttribute("aria-label"))
                .containsExactly("figures", "chart");
    }

    @Test
    void a_row_that_does_not_fit_its_table_is_refused() {
        Page page = new Page("t");
        assertThatThrownBy(() -> page.table(List.of("a", "b"), List.of(List.of("1"))))
                .hasMessage("1 cells in a table of 2 columns");
    }

    @Test
    void the_style_sheet_is_the_same_to_html_and_xml_and_knows_every_colour() {
        assertThat(StyleSheet.TEXT)
                .doesNotContain("<", ">", "&")
                .contains("prefers-color-scheme: dark", "@media print");
        Stream.of(".legend .l", ".line.l", ".fill.l").forEach(look -> {
            for (int colour = 0; colour < Chart.COLOURS; colour++) {
                assertThat(StyleSheet.TEXT).contains(look + colour + " {");
            }
        });
    }

    @Test
    void a_page_knows_the_dashes_of_lines_after_the_sixth_in_the_chart_and_in_the_legend() {
        for (int dash = 1; dash <= Chart.DASHES; dash++) {
            assertThat(StyleSheet.TEXT)
                    .contains(".line.dash" + dash + " { stroke-dasharray: ")
                    .contains(".legend i.line.dash" + dash + " { background: ");
        }
        Document page = Documents.read(
                new Page("t").chart(chart("a", "b", "c", "d", "e", "f", "g")).html());
        assertThat(elements(page, "i"))
                .extracting(swatch -> swatch.getAttribute("class"))
                .endsWith("line l5", "line l0 dash1");
    }

    @Test
    void a_page_allows_its_own_style_sheet_and_nothing_else() throws NoSuchAlgorithmException {
        Document page = Documents.read(new Page("t").html());
        Element policy = elements(page, "meta").stream()
                .filter(meta -> meta.getAttribute("http-equiv").equals("Content-Security-Policy"))
                .findFirst()
                .orElseThrow();
        byte[] digest = MessageDigest.getInstance("SHA-256")
                .digest(elements(page, "style").get(0).getTextContent().getBytes(StandardCharsets.UTF_8));
        assertThat(policy.getAttribute("content"))
                .startsWith("default-src 'none';")
                .contains("style-src 'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
    }

    @Test
    void a_table_of_words_has_its_own_look() {
        Document page = Documents.read(
                new Page("t").words(List.of("a"), List.of(List.of("b"))).html());
        assertThat(elements(page, "table", "words")).hasSize(1);
        assertThat(StyleSheet.TEXT).contains(".words td");
    }
}
