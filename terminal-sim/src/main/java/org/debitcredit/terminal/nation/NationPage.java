package org.debitcredit.terminal.nation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Band;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Page;
import org.debitcredit.chart.Series;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.report.Distribution;
import org.debitcredit.terminal.run.RunEvidence;

/** The report of a run as one HTML file. */
final class NationPage {

    private static final String FILE = "report.html";
    private static final String SECONDS = "time in the run, s";
    private static final double MINOR_PER_MAJOR = 100;
    private static final int PAIRS_SHOWN = 10;
    private static final double[] QUANTILES = {0.5, 0.9, 0.99, 0.999};

    private NationPage() {}

    /** Writes the page and returns its path. */
    static Path write(NationResult run, RunVerdict verdict, Path folder) {
        try {
            return Files.writeString(folder.resolve(FILE), html(run, verdict));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    static String html(NationResult run, RunVerdict verdict) {
        NationPlan plan = run.plan();
        Page page = new Page(
                String.format(Locale.ROOT, "A nation of %d regions, %,d ATMs", plan.regions(), plan.terminals()));
        page.verdict(
                NationText.headline(run, verdict) + ". " + NationText.story(run),
                verdict.verdict() == Verdict.PASS ? Page.Tone.FINE : Page.Tone.FAILURE);
        page.note("Began " + run.began() + ".");
        page.section("In transit over time");
        page.paragraph(
                "What the regions of the tills have posted for customers of other regions, and these have not yet,"
                        + " or the other way round. It must come to nothing after the run.");
        page.chart(inTransit(run));
        pairs(page, run);
        page.section("Answers a second");
        page.chart(answers(run));
        page.section("Response times");
        page.note("From the end of the think time to the answer, with all repeats under the same key between.");
        times(page, run);
        page.chart(tails(run));
        page.section("What every rule found");
        page.words(
                List.of("rule", "verdict", "value and bound"),
                verdict.findings().stream()
                        .sorted(Comparator.comparing(Finding::verdict).reversed())
                        .map(finding ->
                                List.of(finding.rule(), finding.verdict().word(), finding.reason()))
                        .toList());
        page.section("How to repeat").typed(command(plan));
        return page.html();
    }

    private static Chart inTransit(NationResult run) {
        return withOutages(
                Chart.of(
                        "In transit over time",
                        Axis.linear(SECONDS),
                        Axis.linear("in transit, $"),
                        List.of(
                                new Series(
                                        "all pairs of regions",
                                        Look.LINE,
                                        points(run, sample -> sample.sumMinor() / MINOR_PER_MAJOR)),
                                new Series(
                                        "the pair that has most",
                                        Look.LINE,
                                        points(run, sample -> sample.largestMinor() / MINOR_PER_MAJOR)))),
                run);
    }

    private static List<Point> points(NationResult run, ToDoubleFunction<InTransitWatch.Sample> value) {
        return run.samples().stream()
                .map(sample -> new Point(sample.seconds(), value.applyAsDouble(sample)))
                .toList();
    }

    private static void pairs(Page page, NationResult run) {
        List<List<String>> most = run.pairs().stream()
                .sorted(Comparator.comparingLong(InTransitWatch.PairMost::mostMinor)
                        .reversed())
                .limit(PAIRS_SHOWN)
                .map(pair -> List.of(
                        "from region " + pair.acquirer() + " to region " + pair.issuer(),
                        NationText.money(pair.mostMinor())))
                .toList();
        page.paragraph("The pairs of regions with the most in transit at one time:");
        page.table(List.of("pair", "most in transit"), most);
    }

    private static Chart answers(NationResult run) {
        return withOutages(
                Chart.of(
                        "Answers a second",
                        Axis.linear(SECONDS),
                        Axis.linear("answers per second"),
                        List.of(
                                new Series("own region", Look.STEPS, steps(run.localBySecond())),
                                new Series("out of town", Look.STEPS, steps(run.outOfTownBySecond())))),
                run);
    }

    private static List<Point> steps(long[] bySecond) {
        List<Point> points = new ArrayList<>();
        for (int second = 0; second < bySecond.length; second++) {
            points.add(new Point(second, bySecond[second]));
        }
        points.add(new Point(bySecond.length, 0));
        return points;
    }

    private static Chart withOutages(Chart chart, NationResult run) {
        Chart shaded = chart;
        for (Outages.Outage outage : run.outages()) {
            String label = "no service in region "
                    + outage.regions().stream().map(String::valueOf).collect(Collectors.joining(" and region "));
            shaded = shaded.with(new Band(outage.killedSeconds(), outage.readySeconds(), label, true));
        }
        return shaded;
    }

    private static void times(Page page, NationResult run) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("own region", run.local().all()));
        rows.add(row("out of town", run.outOfTown().all()));
        if (run.plan().isKilling()) {
            rows.add(row("own region, service there", run.local().undisturbed()));
            rows.add(row("out of town, both services there", run.outOfTown().undisturbed()));
        }
        page.table(List.of("ms", "answers", "P50", "P90", "P99", "P99.9"), rows);
    }

    private static List<String> row(String name, Histogram micros) {
        List<String> cells = new ArrayList<>(List.of(name, Axis.number(micros.getTotalCount())));
        for (double quantile : QUANTILES) {
            cells.add(String.format(Locale.ROOT, "%,.1f", AtmResponseTimes.millis(micros, quantile)));
        }
        return cells;
    }

    private static Chart tails(NationResult run) {
        return Chart.of(
                "Share of the answers that took as long or longer",
                Axis.logarithmic("response time, ms"),
                Axis.logarithmic("share of the answers"),
                List.of(
                        new Series(
                                "own region",
                                Look.LINE,
                                Distribution.tail(run.local().all())),
                        new Series(
                                "out of town",
                                Look.LINE,
                                Distribution.tail(run.outOfTown().all())),
                        new Series(
                                "limit: 10 % at 2 s",
                                Look.POINTS, List.of(new Point(RunEvidence.LIMIT.toMillis(), 0.1)))));
    }

    private static String command(NationPlan plan) {
        return String.format(
                Locale.ROOT,
                "./bank nation --regions %d --branches %d --atms %d --think %dms --out-of-town %d --seconds %d"
                        + " --ledger %s --heap %dm --seed %d%s",
                plan.regions(),
                plan.branches(),
                plan.atmsPerBranch(),
                plan.think().mean().toMillis(),
                plan.outOfTownPercent(),
                plan.duration().toSeconds(),
                plan.ledger(),
                plan.heapMegabytes(),
                plan.seed(),
                plan.isKilling() ? " --kill" : "");
    }
}
