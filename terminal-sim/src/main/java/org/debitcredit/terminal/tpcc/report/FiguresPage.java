package org.debitcredit.terminal.tpcc.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Marker;
import org.debitcredit.chart.Page;
import org.debitcredit.chart.Series;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;
import org.debitcredit.measure.tail.KindTail;
import org.debitcredit.measure.tail.Percentile;
import org.debitcredit.measure.tail.Sweep;
import org.debitcredit.measure.tail.SweepPoint;
import org.debitcredit.measure.tail.TailVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.tpcc.run.Deliveries;
import org.debitcredit.terminal.tpcc.run.MeasuredWindow;
import org.debitcredit.tpcc.TpccTransactionType;
import org.debitcredit.tpcc.wire.v1.ConditionResult;

/** A page with Figures 3 and 4 of the source, <i>Lancet</i> with TPC-C, as they were measured here. */
public final class FiguresPage {

    private static final double QUANTILE = 0.99;
    private static final double MICROS_PER_MILLI = 1_000;
    private static final double PAPERS_SATURATION = 1_600;
    private static final double WITHHELD = Double.NaN;
    private static final Histogram NO_DELIVERIES = new Histogram(3);

    private FiguresPage() {}

    /** Of a run: Figure 3. */
    public static String of(RunFigures figures) {
        Page page = new Page("A workload derived from TPC-C: " + figures.load());
        page.note(figures.setting().text());
        page.verdict(figures.verdict() + ": " + figures.reason(), tone(figures));
        if (figures.reasons().size() > 1) {
            page.list(figures.reasons().subList(0, figures.reasons().size() - 1));
        }
        page.paragraph(String.format(
                Locale.ROOT,
                "%,.1f transactions a second, and %,.0f New-Orders a minute without those that were rolled back.",
                figures.measured().traffic().perSecond(),
                figures.newOrdersPerMinute()));
        if (!figures.measured().firstFailure().isEmpty()) {
            page.paragraph("The first failure: " + figures.measured().firstFailure() + ".");
        }
        Deliveries deliveries = figures.deliveries();
        if (deliveries != null) {
            page.paragraph("Deferred deliveries: " + deliveries.text() + ".");
        }
        page.section("Response times end to end");
        table(page, figures);
        if (figures.areDistributionsShown()) {
            figure3(page, figures.measured(), deliveries == null ? NO_DELIVERIES : deliveries.durationsMicros());
        } else {
            page.note("Figure 3 is not drawn, because no percentile of this run may be shown.");
        }
        conditions(page, figures.conditions());
        return page.html();
    }

    /** Of a sweep: Figure 4, and Figure 3 at the highest rate that was carried, if percentiles may be shown there. */
    public static String of(SweepFigures figures) {
        Page page = new Page("A workload derived from TPC-C: latency against throughput");
        page.note(figures.setting().text());
        page.verdict(figures.verdict() + ": " + figures.reason(), tone(figures));
        page.paragraph(String.format(
                Locale.ROOT, "The source's server was saturated at about %,.0f requests a second.", PAPERS_SATURATION));
        figure4(page, figures.sweep());
        SweepFigures.HighestCarried highest = figures.highest();
        if (highest != null && highest.tail().isAccepted()) {
            // The server's durations of deliveries are of the whole sweep, and of other rates than this one.
            figure3(page, highest.measured(), NO_DELIVERIES);
        }
        conditions(page, figures.conditions());
        return page.html();
    }

    private static Page.Tone tone(SweepFigures figures) {
        if (figures.isAccepted()) {
            return Page.Tone.FINE;
        }
        return figures.failures().isEmpty() ? Page.Tone.WARNING : Page.Tone.FAILURE;
    }

    private static Page.Tone tone(RunFigures figures) {
        if (figures.isAccepted()) {
            return Page.Tone.FINE;
        }
        boolean hasFailed = figures.verdict().equals(TailVerdict.FAILED.word())
                || figures.verdict().equals(Verdict.FAIL.word());
        return hasFailed ? Page.Tone.FAILURE : Page.Tone.WARNING;
    }

    private static void table(Page page, RunFigures figures) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("all", figures.all().count(), figures.measured().rollbacks(), figures.all()));
        figures.byType().forEach((type, of) -> rows.add(row(type.id(), of.count(), of.rollbacks(), of.tail())));
        page.table(List.of("type", "count", "rollbacks", "p50, ms", "p90, ms", "p99, ms", "p99.9, ms"), rows);
        page.note("Each percentile is followed by its bounds at 95 %. One whose tests did not pass is not shown.");
    }

    private static List<String> row(String name, long count, long rollbacks, KindTail tail) {
        List<String> cells = new ArrayList<>(List.of(name, Long.toString(count), Long.toString(rollbacks)));
        tail.percentiles().forEach(percentile -> cells.add(cell(percentile)));
        return cells;
    }

    private static String cell(Percentile percentile) {
        return percentile.isShown()
                ? String.format(
                        Locale.ROOT,
                        "%.3f (%.3f to %.3f)",
                        percentile.micros().estimate() / MICROS_PER_MILLI,
                        percentile.micros().low() / MICROS_PER_MILLI,
                        percentile.micros().high() / MICROS_PER_MILLI)
                : "–";
    }

    /** @param deferredMicros durations of the deferred parts of deliveries */
    private static void figure3(Page page, MeasuredWindow measured, Histogram deferredMicros) {
        List<Series> series = new ArrayList<>();
        for (TpccTransactionType type : TpccTransactionType.values()) {
            Histogram micros = type == TpccTransactionType.DELIVERY
                    ? deferredMicros
                    : measured.atServer().of(type.name()).fromActual();
            if (micros.getMaxValue() > 0) {
                series.add(new Series(type.id(), Look.LINE, exceeding(micros)));
            }
        }
        if (series.isEmpty()) {
            return;
        }
        page.section("Figure 3: durations at the server");
        page.chart(Chart.of(
                "Figure 3: durations at the server",
                Axis.logarithmic("duration at the server, ms"),
                Axis.logarithmic("share of transactions that took longer"),
                series));
        page.note(
                "The source measured the same at its server, without the network. There delivery and newOrder are the "
                        + "heaviest, followed by stockLevel. Here a delivery is queued and answered at once, as the specification "
                        + "has it. Its curve, which only the page of a run has, is that of the deferred part without its "
                        + "time in the queue, from the first request of the client on.");
    }

    /** The complementary distribution: for each recorded value, the share of those above it. */
    private static List<Point> exceeding(Histogram micros) {
        List<Point> points = new ArrayList<>();
        long seen = 0;
        for (HistogramIterationValue value : micros.recordedValues()) {
            seen += value.getCountAddedInThisIterationStep();
            points.add(new Point(
                    Math.max(1, value.getValueIteratedTo()) / MICROS_PER_MILLI,
                    (double) (micros.getTotalCount() - seen) / micros.getTotalCount()));
        }
        return points;
    }

    private static void figure4(Page page, Sweep sweep) {
        List<Point> points = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        for (SweepPoint point : sweep.points()) {
            Percentile p99 = point.tail().all().percentile(QUANTILE);
            points.add(new Point(
                    point.tail().answeredPerSecond(),
                    p99.isShown() ? p99.micros().estimate() / MICROS_PER_MILLI : WITHHELD));
            rows.add(List.of(
                    String.format(Locale.ROOT, "%,.0f", point.tail().askedPerSecond()),
                    String.format(Locale.ROOT, "%,.0f", point.tail().answeredPerSecond()),
                    cell(p99),
                    point.tail().verdict().word()));
            reasons.add(String.format(
                    Locale.ROOT,
                    "%s a second: %s",
                    Axis.number(point.tail().askedPerSecond()),
                    point.tail().reason()));
        }
        page.section("Figure 4: latency against throughput");
        page.chart(Chart.of(
                        "Figure 4: latency against throughput",
                        Axis.linear("answers per second"),
                        Axis.logarithmic("99th percentile end to end, ms"),
                        List.of(new Series("99th percentile", Look.LINE, points)))
                .with(List.of(new Marker(PAPERS_SATURATION, "the source's saturation"))));
        page.table(List.of("asked per second", "answers per second", "p99, ms", "verdict"), rows);
        page.list(reasons);
    }

    private static void conditions(Page page, List<ConditionResult> conditions) {
        if (conditions.isEmpty()) {
            return;
        }
        page.section("Consistency conditions after the run");
        if (conditions.stream().allMatch(ConditionResult::getHolds)) {
            page.paragraph(conditions.stream()
                    .map(result -> Integer.toString(result.getCondition()))
                    .collect(Collectors.joining(", ", "Conditions ", " hold.")));
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        for (ConditionResult result : conditions) {
            rows.add(List.of(
                    Integer.toString(result.getCondition()),
                    result.getHolds() ? "holds" : "does not hold for " + result.getOffenders(),
                    String.join("; ", result.getOffenderList())));
        }
        page.words(List.of("condition", "result", "of these the first"), rows);
    }
}
