package org.debitcredit.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.debitcredit.chart.Page;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.Rounded;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.modesto.Comparison;
import org.debitcredit.lab.modesto.ModestoPreset;
import org.debitcredit.lab.scaling.ArticleRule;
import org.debitcredit.lab.scaling.Parameter;
import org.debitcredit.lab.scaling.ScalingFit;
import org.debitcredit.lab.scaling.ScalingReport;
import org.debitcredit.measure.verdict.Verdict;

/** The result of the lab as a page. */
public final class LabPage {

    /** The article reckons with as many. */
    private static final int PROCESSORS_MAX = 8;

    private final LabResult result;
    private final Page page;

    private LabPage(LabResult result, Page page) {
        this.result = result;
        this.page = page;
    }

    /**
     * The page of what was measured.
     *
     * @param model of the same preset, below it; empty for none
     */
    public static String of(LabResult measured, Optional<LabResult> model) {
        Page page = new Page(measured.title());
        new LabPage(measured, page).whole();
        model.ifPresent(modelled -> {
            page.section(modelled.title());
            new LabPage(modelled, page).whole();
        });
        return page.html();
    }

    private void whole() {
        head();
        trials();
        result.comparison().ifPresent(this::comparison);
        charts();
        result.scalings().forEach(this::scaling);
        if (result.preset().filter(ModestoPreset.MODESTO_SMP::equals).isPresent() && result.isModel()) {
            articleRule();
        }
    }

    private void head() {
        page.note(result.conditions());
        result.incomplete().ifPresent(why -> page.verdict("Incomplete: " + why + ".", Page.Tone.WARNING));
        result.comparison()
                .ifPresent(comparison ->
                        page.verdict(comparison.sentence(), comparison.holds() ? Page.Tone.FINE : Page.Tone.WARNING));
    }

    private void trials() {
        section("The bottlenecks");
        page.words(TrialTable.head(result), TrialTable.rows(result));
        page.list(result.trials().stream().map(LabPage::sentence).toList());
    }

    private static String sentence(Trial trial) {
        String found = trial.setting() + ": " + trial.bottleneck().sentence();
        return trial.failureSentence().map(failure -> found + " " + failure).orElse(found);
    }

    /** A section of this result, told apart from that of the other one. */
    private Page section(String heading) {
        return page.section(result.isModel() ? heading + ", modelled 1995" : heading);
    }

    private void comparison(Comparison comparison) {
        page.section("The article's numbers");
        page.note("Two of the article's numbers calibrated the model before it was run. Those marked input are "
                + "parameters of the model, or follow from its parameters. The others judge it.");
        page.words(ArticleTable.head(), ArticleTable.rows(comparison));
    }

    private void charts() {
        List<Trial> loaded = result.trials().stream()
                .filter(trial -> !trial.steps().isEmpty())
                .toList();
        if (loaded.isEmpty()) {
            return;
        }
        section("Throughput against load").chart(LabCharts.throughput(loaded));
        List<Trial> judged = loaded.stream()
                .filter(trial -> !(trial.bottleneck() instanceof Bottleneck.NoStableStep))
                .toList();
        if (judged.isEmpty()) {
            return;
        }
        section("Utilisation and demand against load");
        page.note("The demand on the force falls with the load, because a force covers more transactions. Ceilings "
                + "therefore use the demands of the highest stable step.");
        judged.forEach(trial -> page.chart(LabCharts.utilisation(trial)).chart(LabCharts.demand(trial)));
    }

    private void articleRule() {
        page.section("The article's rule for more processors");
        page.note("The article: the second processor adds 60 % under ideal conditions, a third 60 % of that, and so on;"
                + " 80 % with larger caches and a store in memory. Amdahl's law with the same gain of the second"
                + " processor lies above it.");
        List<String> head = new ArrayList<>(List.of("processors"));
        for (ArticleRule rule : ArticleRule.STATED) {
            head.add("rule, " + Rounded.percent(rule.share()));
            head.add("Amdahl, σ " + Rounded.number(rule.sigma()));
        }
        List<List<String>> rows = new ArrayList<>();
        for (int processors = 1; processors <= PROCESSORS_MAX; processors++) {
            List<String> row = new ArrayList<>(List.of(Integer.toString(processors)));
            for (ArticleRule rule : ArticleRule.STATED) {
                row.add(Rounded.number(rule.geometric(processors)));
                row.add(Rounded.number(rule.amdahl(processors)));
            }
            rows.add(row);
        }
        page.table(head, rows);
    }

    private void scaling(ScalingReport report) {
        page.section("Scaling with " + report.added());
        boolean isFine = report.verdict() == Verdict.PASS && report.failures().isEmpty();
        page.verdict(report.sentence(), isFine ? Page.Tone.FINE : Page.Tone.WARNING);
        page.chart(LabCharts.scaling(report));
        List<List<String>> rows = new ArrayList<>();
        for (ScalingFit fit : report.fits()) {
            for (Parameter parameter : fit.parameters()) {
                rows.add(List.of(
                        fit.curve().law().words(),
                        parameter.symbol(),
                        Rounded.number(parameter.value()),
                        Rounded.number(parameter.low()) + " to " + Rounded.number(parameter.high()),
                        fit.goodness().verdict().word()));
            }
        }
        page.table(List.of("law", "parameter", "value", "95 % interval", "lack of fit"), rows);
        page.list(report.fits().stream().map(fit -> fit.goodness().toString()).toList());
    }
}
