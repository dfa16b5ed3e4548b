package org.debitcredit.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogChartTest {

    @Test
    void ticks_are_round_figures_that_hold_the_range_and_little_more() {
        assertThat(LogChart.ticks(644, 9_410)).containsExactly(500.0, 1_000.0, 2_000.0, 5_000.0, 10_000.0);
        assertThat(LogChart.ticks(4_943, 6_582_617))
                .containsExactly(1_000.0, 10_000.0, 100_000.0, 1_000_000.0, 10_000_000.0);
        assertThat(LogChart.ticks(100, 100)).hasSize(2).first().isEqualTo(100.0);
    }

    @Test
    void names_stay_text() {
        LogChart chart = new LogChart(
                "a < b & \"c\"",
                "x",
                LogChart.Across.EVEN,
                Double::toString,
                Double::toString,
                List.of(new LogChart.Line(
                        "<b>", false, List.of(new LogChart.Point(1, 10), new LogChart.Point(2, 20)))));
        assertThat(chart.svg()).contains("a &lt; b &amp; &quot;c&quot;").doesNotContain("<b>");
        assertThat(chart.legend()).contains("&lt;b&gt;");
        assertThat(chart.file()).contains("&lt;b&gt;").doesNotContain("<b>");
    }

    @Test
    void points_are_spread_evenly_where_that_is_asked_for() {
        LogChart chart = new LogChart(
                "t",
                "x",
                LogChart.Across.EVEN,
                Double::toString,
                Double::toString,
                List.of(new LogChart.Line(
                        "l",
                        false,
                        List.of(new LogChart.Point(10, 1), new LogChart.Point(50, 1), new LogChart.Point(90, 1)))));
        assertThat(chart.svg()).contains("points=\"120.0,292.0 466.0,292.0 812.0,292.0\"");
    }

    @Test
    void labels_that_would_overlap_are_left_out_but_never_the_last() {
        List<LogChart.Point> points = IntStream.rangeClosed(1, 40)
                .mapToObj(x -> new LogChart.Point(x, 1))
                .toList();
        LogChart chart = new LogChart(
                "t",
                "x",
                LogChart.Across.EVEN,
                x -> "label-" + (int) x,
                Double::toString,
                List.of(new LogChart.Line("l", false, points)));
        String[] labels = chart.svg().split("<text class=\"x\"");
        assertThat(labels.length - 2).isBetween(5, 10);
        assertThat(chart.svg()).contains(">label-40</text>");
    }
}
