package org.debitcredit.streams;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Band;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Page;
import org.debitcredit.chart.Series;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;

/** A page that shows a run second by second, like Figure 2 of Gray &amp; Levine (2005). */
public final class StreamPage {

    private final List<Second> seconds;
    private final Page page = new Page("DebitCredit by the second");

    private StreamPage(List<Second> seconds) {
        this.seconds = seconds;
    }

    /**
     * The page.
     *
     * @param verdict what the run showed, in a sentence
     * @param tone of the verdict
     * @param conditions under which it ran
     */
    public static String of(StreamResult result, String verdict, Page.Tone tone, String conditions) {
        StreamPage page = new StreamPage(result.seconds());
        page.page.note(conditions).verdict(verdict, tone);
        page.charts();
        return page.page.html();
    }

    private void charts() {
        page.note("The shaded part is the warm-up.");
        chart("Transactions", "transactions per second", second -> second.transactions() / second.seconds());
        chart("Processors busy with this process", "processors", second -> second.cpuNanos() / 1e9 / second.seconds());
        chart("Forced writes of the journal", "forced writes per second", second -> second.forces() / second.seconds());
        chart("Longest forced write", "milliseconds", second -> second.longestForceNanos() / 1e6);
        chart("Journal", "MB per second", second -> second.journalBytes() / 1e6 / second.seconds());
        chart("Writes of the block device", "writes per second", second -> second.physicalWrites() / second.seconds());
    }

    private void chart(String title, String unit, ToDoubleFunction<Second> value) {
        List<Point> points = new ArrayList<>();
        double began = 0;
        double measuredFrom = 0;
        double latest = 0;
        for (Second second : seconds) {
            latest = value.applyAsDouble(second);
            points.add(new Point(began, latest));
            began += second.seconds();
            measuredFrom = second.measured() ? measuredFrom : began;
        }
        points.add(new Point(began, latest));
        Series steps = new Series(title, Look.STEPS, points);
        page.section(title);
        page.chart(Chart.of(title, Axis.linear("time since the beginning, s"), Axis.linear(unit), List.of(steps))
                .with(new Band(0, measuredFrom, "warm-up"))
                .low());
    }
}
