package org.debitcredit.terminal.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.chart.Page;

/** The report of a single run as one HTML file. */
public final class RunPage {

    private RunPage() {}

    /** Writes the file into a folder, and returns its path. */
    public static Path write(SingleRun run, Path folder) throws IOException {
        return Files.writeString(folder.resolve(DisclosurePage.FILE), html(run));
    }

    static String html(SingleRun run) {
        Page page = new Page(run.title());
        String story = run.story().isEmpty() ? "" : " " + run.story();
        page.verdict(
                Headline.of(run.verdict(), run.result()) + story,
                Headline.tone(run.verdict().verdict()));
        page.note("Began " + Quantity.time(run.began()) + ".");
        RunSections.reasons(page, run.verdict());
        page.section("Throughput by the second");
        ThroughputChart.into(page, "Throughput by the second", run.result().traffic(), run.bands(), run.markers());
        page.section("Response times");
        new ResponseCharts(run.result()).into(page);
        page.section("Books").paragraph(Headline.sentence(run.books()));
        if (run.reconciliation() != null) {
            RunSections.successFile(page, run.reconciliation());
        }
        page.section("Terminals and connections");
        RunSections.terminals(page, run.result());
        page.section("What every rule found");
        RunSections.findings(page, "rule", run.verdict().findings());
        page.section("How to repeat").typed(run.command());
        RunSections.files(page, run.result());
        return page.html();
    }
}
