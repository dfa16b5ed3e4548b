package org.debitcredit.terminal.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Page;
import org.debitcredit.chart.Series;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.run.RunResult;

/** The report of a certification as one HTML file, in the order of a disclosure after TPC-A. */
public final class DisclosurePage {

    static final String FILE = "report.html";

    private final Disclosure disclosure;
    private final Page page;

    private DisclosurePage(Disclosure disclosure) {
        this.disclosure = disclosure;
        page = new Page(disclosure.title());
    }

    /** Writes the file into a folder, and returns its path. */
    public static Path write(Disclosure disclosure, Path folder) throws IOException {
        return Files.writeString(folder.resolve(FILE), html(disclosure));
    }

    static String html(Disclosure disclosure) {
        DisclosurePage made = new DisclosurePage(disclosure);
        made.verdict();
        made.rules();
        made.system();
        disclosure.reported().ifPresentOrElse(made::measured, made::nothingMeasured);
        made.findings();
        made.destroyed();
        made.price();
        made.repeat();
        return made.page.html();
    }

    private void verdict() {
        page.verdict(Headline.of(disclosure), Headline.tone(disclosure.verdict().verdict()));
        page.paragraph(Headline.found(disclosure));
        page.note("Began " + Quantity.time(disclosure.began()) + ", revision " + disclosure.revision() + ".");
        RunSections.reasons(page, disclosure.verdict());
    }

    private void rules() {
        page.section("Rules, and every deviation").paragraph(disclosure.ruleSet());
        if (disclosure.deviations().isEmpty()) {
            page.paragraph("There is no deviation.");
        } else {
            page.list(disclosure.deviations());
        }
    }

    private void system() {
        facts("Machine and software", disclosure.machine(), "The machine was not described.");
        facts("Storage probe", disclosure.probe(), "The storage was not probed in this run.");
        facts("Schema and scale", disclosure.bank(), "The bank was not described.");
    }

    private void facts(String title, Map<String, String> facts, String missing) {
        page.section(title);
        if (facts.isEmpty()) {
            page.paragraph(missing);
        } else {
            page.facts(facts);
        }
    }

    private void nothingMeasured() {
        page.section("Measurements");
        page.paragraph("No load was measured, so there is no response time, throughput or think time to show.");
    }

    private void measured(MeasuredLoad reported) {
        RunResult result = reported.result();
        page.section("Locality and amounts");
        WorkloadSection.into(page, result.plan().scenario(), result.bank(), result.workload());
        page.section("Terminals and connections");
        RunSections.terminals(page, result);
        page.section("Response times");
        page.paragraph("These are the times at " + reported.percent() + " % of the rate, which is the reported load.");
        new ResponseCharts(result).into(page);
        page.section("Response time against throughput");
        againstThroughput();
        page.section("Throughput by the second");
        page.note("Grey parts are checkpoints.");
        for (MeasuredLoad load : disclosure.loads()) {
            RunSections.throughput(page, "At " + load.percent() + " % of the rate", load);
        }
        page.section("Think times");
        RunSections.thinkTimes(page, result);
    }

    private void againstThroughput() {
        List<List<String>> rows = new ArrayList<>();
        List<Point> p90s = new ArrayList<>();
        List<Point> ranges = new ArrayList<>();
        for (MeasuredLoad load : disclosure.loads()) {
            RunResult result = load.result();
            double rate = result.traffic().perSecond();
            List<String> row = new ArrayList<>(List.of(
                    load.percent() + " %",
                    Quantity.count(result.load().terminals()),
                    Quantity.rate(rate),
                    load.verdict().verdict().word()));
            MeasuredLoad.slowestKind(result)
                    .map(kind -> MeasuredLoad.p90(result, kind))
                    .ifPresentOrElse(
                            p90 -> {
                                row.addAll(3, times(p90));
                                p90s.add(new Point(rate, p90.estimate() / 1e3));
                                ranges.add(new Point(rate, p90.low() / 1e3));
                                ranges.add(new Point(rate, p90.high() / 1e3));
                            },
                            () -> row.addAll(3, List.of("no answer", "", "")));
            rows.add(row);
        }
        page.note("P90 is the time that 90 % of the answers took at most, in milliseconds, for the slowest kind of"
                + " request. The true value lies between the bounds with 95 % confidence. The limit is 2,000 ms.");
        page.table(
                List.of("load", "terminals", "answers a second", "lower bound", "P90", "upper bound", "verdict"), rows);
        page.chart(Chart.of(
                        "P90 against throughput",
                        Axis.linear("answers per second").withTicksAtPoints(),
                        Axis.linear("P90, ms"),
                        List.of(
                                new Series("P90", Look.LINE, p90s),
                                new Series("between its bounds", Look.RANGES, ranges)))
                .low());
    }

    private static List<String> times(QuantileBounds micros) {
        return List.of(
                Quantity.number(micros.low()), Quantity.number(micros.estimate()), Quantity.number(micros.high()));
    }

    /** A finding stands where it belongs: with its load, or with its test if that held. */
    private void findings() {
        page.section("What every rule found");
        List<Finding> overall = new ArrayList<>(disclosure.verdict().findings());
        disclosure.loads().forEach(load -> overall.removeAll(load.findings()));
        overall.removeIf(finding -> finding.verdict() == Verdict.PASS);
        if (!overall.isEmpty()) {
            RunSections.findings(page, "Not of one load", overall);
        }
        for (MeasuredLoad load : disclosure.loads()) {
            RunSections.findings(
                    page,
                    "At " + load.percent() + " % of the rate",
                    load.verdict().findings());
        }
        if (overall.isEmpty() && disclosure.loads().isEmpty()) {
            page.paragraph("No load was judged.");
        }
    }

    private void destroyed() {
        page.section("What was destroyed, and what was found");
        List<List<String>> rows = new ArrayList<>();
        for (AcidTest test : AcidTest.all(disclosure.acid())) {
            rows.add(List.of(test.name(), test.outcome().words(), test.done(), test.found()));
        }
        page.words(List.of("property", "outcome", "what was done", "what was found"), rows);
        page.section("Success file");
        RunSections.successFile(page, disclosure.reconciliation());
    }

    private void price() {
        page.section("Price");
        PriceSection.into(page, disclosure);
    }

    private void repeat() {
        page.section("How to repeat");
        page.paragraph("Check out revision " + disclosure.revision() + ", and run:");
        page.typed(disclosure.command());
        disclosure.reported().ifPresent(load -> RunSections.files(page, load.result()));
    }
}
