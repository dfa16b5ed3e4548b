package org.debitcredit.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.debitcredit.chart.Documents.elements;
import static org.debitcredit.chart.Documents.number;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class ChartTest {

    private static Series series(Look look, double... xAndY) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < xAndY.length; i += 2) {
            points.add(new Point(xAndY[i], xAndY[i + 1]));
        }
        return new Series("s", look, points);
    }

    private static Chart linear(Series... series) {
        return Chart.of("t", Axis.linear("x"), Axis.linear("y"), List.of(series));
    }

    private static Document draw(Chart chart) {
        return Documents.read(chart.file());
    }

    private static List<double[]> places(Element polyline) {
        return Arrays.stream(polyline.getAttribute("points").split(" "))
                .map(place -> Arrays.stream(place.split(","))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
    }

    private static List<String> labels(Document drawn) {
        return elements(drawn, "text", "middle").stream()
                .map(Element::getTextContent)
                .toList();
    }

    @Test
    void a_chart_is_told_to_who_cannot_see_it() {
        Document drawn = draw(Chart.of(
                        "Answers",
                        Axis.linear("time, s"),
                        Axis.linear("transactions per second"),
                        List.of(new Series("REST", Look.LINE, List.of(new Point(1, 2_000), new Point(2, 7_000)))))
                .with(List.of(new Marker(1.5, "checkpoint"))));
        Element svg = drawn.getDocumentElement();
        assertThat(svg.getAttribute("role")).isEqualTo("img");
        assertThat(svg.getAttribute("aria-labelledby")).isEqualTo("chart-title chart-description");
        assertThat(elements(drawn, "title").get(0).getAttribute("id")).isEqualTo("chart-title");
        assertThat(elements(drawn, "title").get(0).getTextContent()).isEqualTo("Answers");
        assertThat(elements(drawn, "desc").get(0).getAttribute("id")).isEqualTo("chart-description");
        assertThat(elements(drawn, "desc").get(0).getTextContent())
                .isEqualTo("transactions per second by time, s. REST: 2,000 to 7,000. checkpoint at 1.5.");
    }

    @Test
    void text_stays_text_and_a_file_needs_no_other() {
        String hostile = "</text><script>alert(1)</script>\" onload=\"x & \u0001\uD800";
        String file = Chart.of(
                        hostile,
                        Axis.linear(hostile),
                        Axis.linear(hostile).labelled(y -> hostile),
                        List.of(new Series(hostile, Look.LINE, List.of(new Point(1, 1)))))
                .with(new Band(0, 2, hostile))
                .with(List.of(new Marker(1, hostile)))
                .file();
        Document drawn = Documents.read(file);
        assertThat(elements(drawn, "script")).isEmpty();
        assertThat(elements(drawn, "title").get(0).getTextContent())
                .isEqualTo(hostile.replace('\u0001', '\uFFFD').replace('\uD800', '\uFFFD'));
        assertThat(file.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http", "url(", "@import");
    }

    @Test
    void points_are_spread_evenly_or_by_their_powers() {
        assertThat(places(elements(draw(linear(series(Look.LINE, 10, 1, 50, 1, 90, 1))), "polyline")
                                .get(0))
                        .stream()
                        .map(place -> place[0]))
                .satisfies(x -> assertThat(x.get(1) - x.get(0)).isCloseTo(x.get(2) - x.get(1), within(0.2)));
        Document powers = draw(Chart.of(
                "t", Axis.logarithmic("x"), Axis.logarithmic("y"), List.of(series(Look.LINE, 1, 1, 10, 10, 100, 100))));
        List<double[]> places = places(elements(powers, "polyline").get(0));
        assertThat(places.get(1)[0] - places.get(0)[0]).isCloseTo(places.get(2)[0] - places.get(1)[0], within(0.2));
        assertThat(places.get(0)[1] - places.get(1)[1]).isCloseTo(places.get(1)[1] - places.get(2)[1], within(0.2));
    }

    @Test
    void a_linear_upright_axis_begins_with_nothing() {
        Document drawn = draw(linear(series(Look.LINE, 0, 900, 1, 1_000)));
        assertThat(elements(drawn, "text", "end").get(0).getTextContent()).isEqualTo("0");
    }

    @Test
    void a_line_is_interrupted_where_powers_have_no_place() {
        Document drawn = draw(Chart.of(
                "t",
                Axis.linear("x"),
                Axis.logarithmic("y"),
                List.of(series(Look.LINE, 1, 1, 2, 10, 3, 0, 4, 10, 5, 1))));
        assertThat(elements(drawn, "polyline"))
                .hasSize(2)
                .allSatisfy(line -> assertThat(places(line)).hasSize(2));
        assertThat(elements(drawn, "circle", "fill")).hasSize(4);
    }

    @Test
    void a_step_holds_until_the_next_point() {
        List<double[]> places = places(elements(draw(linear(series(Look.STEPS, 0, 1, 1, 2, 2, 2))), "polyline")
                .get(0));
        assertThat(places).hasSize(4);
        assertThat(places.get(1)[0]).isEqualTo(places.get(2)[0]);
        assertThat(places.get(0)[1]).isEqualTo(places.get(1)[1]).isGreaterThan(places.get(2)[1]);
    }

    @Test
    void bars_stand_side_by_side_with_heights_by_their_values() {
        List<Element> bars = elements(draw(linear(series(Look.BARS, 0, 2, 1, 4, 2, 0, 3, 0))), "rect", "bar");
        assertThat(bars).hasSize(3);
        assertThat(number(bars.get(0), "x") + number(bars.get(0), "width"))
                .isCloseTo(number(bars.get(1), "x"), within(0.2));
        assertThat(number(bars.get(1), "height")).isCloseTo(2 * number(bars.get(0), "height"), within(0.2));
        assertThat(number(bars.get(2), "height")).isZero();
    }

    @Test
    void points_alone_have_no_line() {
        Document drawn = draw(linear(series(Look.POINTS, 0, 2, 1, 4)));
        assertThat(elements(drawn, "polyline")).isEmpty();
        assertThat(elements(drawn, "circle", "fill")).hasSize(2);
    }

    @Test
    void labels_that_would_overlap_are_left_out_but_never_the_last() {
        double[] xAndY =
                IntStream.rangeClosed(1, 80).mapToDouble(i -> (i + 1) / 2).toArray();
        Document drawn = draw(Chart.of(
                "t",
                Axis.linear("x").labelled(x -> "label-" + (int) x).withTicksAtPoints(),
                Axis.linear("y"),
                List.of(series(Look.LINE, xAndY))));
        assertThat(labels(drawn))
                .filteredOn(label -> label.startsWith("label"))
                .hasSizeBetween(5, 12)
                .contains("label-40");
        assertThat(elements(drawn, "text", "middle"))
                .allSatisfy(label -> assertThat(
                                number(label, "x") + 8 * label.getTextContent().length() / 2)
                        .isLessThanOrEqualTo(780.1));
    }

    @Test
    void markers_stand_at_their_places_and_their_labels_over_each_other() {
        Document drawn = draw(linear(series(Look.STEPS, 0, 5, 100, 5))
                .with(List.of(
                        new Marker(50, "checkpoint 1"),
                        new Marker(52, "checkpoint 2"),
                        new Marker(54, "checkpoint 3"),
                        new Marker(56, "checkpoint 4"),
                        new Marker(101, "outside"))));
        List<Element> lines = elements(drawn, "line", "marker");
        assertThat(lines).hasSize(4);
        assertThat(number(lines.get(0), "x1")).isLessThan(number(lines.get(1), "x1"));
        List<Element> labels = elements(drawn, "text", "middle").stream()
                .filter(label -> label.getTextContent().startsWith("checkpoint"))
                .toList();
        assertThat(labels)
                .extracting(Element::getTextContent)
                .containsExactly("checkpoint 1", "checkpoint 2", "checkpoint 3");
        assertThat(labels).extracting(label -> number(label, "y")).doesNotHaveDuplicates();
        assertThat(drawn.getDocumentElement().getTextContent())
                .contains("checkpoint 4, 56")
                .doesNotContain("outside, ");
    }

    @Test
    void a_label_stands_beside_the_line_of_the_label_above_it() {
        Document drawn = draw(linear(series(Look.STEPS, 0, 5, 100, 5))
                .with(List.of(new Marker(50, "mean 1.164 ms"), new Marker(55, "P90 1.575 ms"))));
        double line = number(elements(drawn, "line", "marker").get(1), "x1");
        Element label = elements(drawn, "text", "event").get(0);
        assertThat(label.getTextContent()).isEqualTo("mean 1.164 ms");
        assertThat(number(label, "x") + 8 * label.getTextContent().length() / 2.0)
                .isLessThan(line);
    }

    @Test
    void a_band_ends_with_the_axis() {
        Document drawn = draw(linear(series(Look.STEPS, 0, 5, 10, 5)).with(new Band(5, 99, "warm-up")));
        Element band = elements(drawn, "rect", "band").get(0);
        assertThat(number(band, "x") + number(band, "width")).isCloseTo(780 - 24, within(0.2));
        assertThat(elements(draw(linear(series(Look.STEPS, 0, 5, 10, 5)).with(new Band(0, 0, "none"))), "rect", "band"))
                .isEmpty();
    }

    @Test
    void nothing_is_drawn_as_nothing() {
        assertThat(labels(draw(linear(series(Look.LINE))))).contains("nothing was measured");
        assertThat(labels(draw(linear(series(Look.STEPS, 0, 0))))).contains("nothing was measured");
        assertThat(labels(draw(linear(series(Look.LINE, 0, 0))))).doesNotContain("nothing was measured");
        assertThatThrownBy(ChartTest::linear).hasMessage("the chart 't' has no series");
    }

    @Test
    void names_of_many_series_take_several_rows() {
        List<Series> many = IntStream.range(0, 7)
                .mapToObj(i -> new Series("a series of a long name " + i, Look.LINE, List.of(new Point(1, 1))))
                .toList();
        Document drawn = draw(Chart.of("t", Axis.linear("x"), Axis.linear("y"), many));
        List<Element> names = elements(drawn, "text").stream()
                .filter(text -> text.getTextContent().startsWith("a series"))
                .toList();
        assertThat(names)
                .hasSize(7)
                .allSatisfy(name -> assertThat(
                                number(name, "x") + 8 * name.getTextContent().length())
                        .isLessThanOrEqualTo(780));
        assertThat(names)
                .extracting(name -> name.getAttribute("y"))
                .contains(names.get(0).getAttribute("y"));
        assertThat(names.stream().map(name -> name.getAttribute("y")).distinct())
                .hasSizeBetween(2, 4);
    }

    @Test
    void lines_after_the_sixth_have_dashes_which_the_legend_shows() {
        List<Series> many = IntStream.range(0, 24)
                .mapToObj(i -> new Series("s" + i, Look.LINE, List.of(new Point(1, i), new Point(2, i))))
                .toList();
        Document drawn = draw(Chart.of("t", Axis.linear("x"), Axis.linear("y"), many));
        List<String> looks = elements(drawn, "polyline").stream()
                .map(line -> line.getAttribute("class"))
                .toList();
        assertThat(looks).hasSize(24).doesNotHaveDuplicates();
        assertThat(looks.get(5)).isEqualTo("line l5");
        assertThat(looks.get(6)).isEqualTo("line l0 dash1");
        assertThat(looks.get(23)).isEqualTo("line l5 dash3");
        assertThat(elements(drawn, "path"))
                .extracting(swatch -> swatch.getAttribute("class"))
                .containsExactlyElementsOf(looks);
    }

    @Test
    void a_range_goes_from_one_end_to_the_other() {
        Document drawn =
                draw(linear(series(Look.POINTS, 0, 0, 10, 10), series(Look.RANGES, 5, 2, 5, 8, 7, 1, 7, Double.NaN)));
        List<Element> circles = elements(drawn, "circle", "fill");
        double zero = number(circles.get(0), "cy");
        double ten = number(circles.get(1), "cy");
        Element range = elements(drawn, "path", "l1").stream()
                .filter(path -> path.getAttribute("d").contains("V"))
                .collect(Collectors.collectingAndThen(Collectors.toList(), found -> {
                    assertThat(found).as("a range without an end is not drawn").hasSize(1);
                    return found.get(0);
                }));
        String[] d = range.getAttribute("d").replaceAll("[a-zA-Z]", " ").trim().split("\\s+");
        assertThat(Double.parseDouble(d[1])).isCloseTo(zero + 0.2 * (ten - zero), within(0.2));
        assertThat(range.getAttribute("d"))
                .contains(String.format(java.util.Locale.ROOT, "V%.1f", zero + 0.8 * (ten - zero)));
        assertThat(range.getTextContent().trim()).isEqualTo("s, 5: 2 to 8");
    }

    @Test
    void several_parts_are_shaded_each_in_its_look() {
        Document drawn = draw(linear(series(Look.STEPS, 0, 5, 10, 5))
                .with(new Band(0, 2, "checkpoint"))
                .with(new Band(4, 6, "no answer", true)));
        assertThat(elements(drawn, "rect", "band")).hasSize(2);
        assertThat(elements(drawn, "rect", "failure"))
                .singleElement()
                .satisfies(band -> assertThat(band.getTextContent()).contains("no answer"));
    }

    @Test
    void a_label_begins_right_of_the_vertical_axis() {
        Document drawn =
                draw(linear(series(Look.STEPS, 0, 5, 100, 5)).with(List.of(new Marker(0, "a label of some length"))));
        double line = number(elements(drawn, "line", "marker").get(0), "x1");
        assertThat(number(elements(drawn, "text", "event").get(0), "x")).isGreaterThan(line + 8 * 22 / 2 - 1);
    }
}
