package org.debitcredit.laboratory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.modesto.ModestoPreset;
import org.debitcredit.lab.report.ArticleTable;
import org.debitcredit.lab.report.LabPage;
import org.debitcredit.lab.report.LabResult;
import org.debitcredit.lab.report.TrialTable;
import org.debitcredit.lab.run.Round;
import org.debitcredit.lab.scaling.ScalingReport;
import org.jspecify.annotations.Nullable;

/**
 * What a lab has found so far. The report is made once: when the lab is complete, when it fails, or when its process is
 * stopped, which another thread does.
 */
final class LabReport {

    /** The end of a lab that measured everything. */
    static final String COMPLETE = "complete";

    private final Optional<ModestoPreset> preset;
    private final @Nullable Path page;
    private final Optional<String> remains;
    private final Consumer<String> talk;
    private final Consumer<String> json;
    private final List<Trial> setUps = new ArrayList<>();
    private final List<ScalingReport> scalings = new ArrayList<>();
    private final List<Round> rounds = new ArrayList<>();
    private boolean isMade;

    /**
     * A report without findings.
     *
     * @param page file of the page; null for none
     * @param remains what stays after the lab, in a sentence
     * @param talk receives the tables
     * @param json receives the JSON object
     */
    LabReport(
            Optional<ModestoPreset> preset,
            @Nullable Path page,
            Optional<String> remains,
            Consumer<String> talk,
            Consumer<String> json) {
        this.preset = preset;
        this.page = page;
        this.remains = remains;
        this.talk = talk;
        this.json = json;
    }

    /** Adds the trial of a set-up, or of a database without the service. */
    synchronized void setUp(Trial trial) {
        setUps.add(trial);
    }

    synchronized void scaling(ScalingReport scaling) {
        scalings.add(scaling);
    }

    synchronized void round(Round round) {
        rounds.add(round);
    }

    /** Whether the counters of the last trial showed nothing, because no step was stable. */
    synchronized boolean showsNothing() {
        List<Trial> trials = trials();
        return !trials.isEmpty() && trials.get(trials.size() - 1).bottleneck() instanceof Bottleneck.NoStableStep;
    }

    /** The set-ups, and the rounds without the one that starts with what the last set-up showed. */
    private List<Trial> trials() {
        List<Trial> trials = new ArrayList<>(setUps);
        rounds.stream().skip(setUps.isEmpty() ? 0 : 1).map(Round::trial).forEach(trials::add);
        return trials;
    }

    /**
     * Prints what stays, and the tables, writes the page and prints the JSON object. It is done once, and without
     * tables, page and object if nothing was measured.
     *
     * @param end {@link #COMPLETE}, or why the lab ended before
     */
    synchronized void make(String end) throws IOException {
        if (isMade) {
            return;
        }
        isMade = true;
        remains.ifPresent(talk);
        if (trials().isEmpty()) {
            return;
        }
        LabResult result = LabResult.measured(
                System.getProperty("os.name") + ", " + Runtime.getRuntime().availableProcessors()
                        + " processors, which run the load too; JDK " + Runtime.version(),
                trials(),
                scalings,
                preset,
                setUps.size(),
                Optional.of(end).filter(each -> !each.equals(COMPLETE)));
        Optional<LabResult> model = preset.map(LabResult::modelled);
        print(result);
        model.ifPresent(this::print);
        scalings.forEach(scaling -> talk.accept(scaling.sentence()));
        try {
            write(result, model);
        } finally {
            json.accept(LabJson.of(end, preset, rounds, setUps, scalings).toString());
        }
    }

    private void print(LabResult result) {
        talk.accept(result.title());
        result.incomplete().ifPresent(why -> talk.accept("  incomplete: " + why));
        table(TrialTable.head(result), TrialTable.rows(result));
        for (Trial trial : result.trials()) {
            trial.failureSentence().ifPresent(sentence -> talk.accept("  " + trial.setting() + ": " + sentence));
        }
        result.comparison().ifPresent(comparison -> {
            talk.accept("The article's numbers and the model");
            table(ArticleTable.head(), ArticleTable.rows(comparison));
            talk.accept("  " + comparison.sentence());
        });
    }

    private void table(List<String> head, List<List<String>> rows) {
        talk.accept("  " + String.join(" | ", head));
        rows.forEach(row -> talk.accept("  " + String.join(" | ", row)));
    }

    private void write(LabResult result, Optional<LabResult> model) throws IOException {
        if (page != null) {
            Files.writeString(page, LabPage.of(result, model));
            talk.accept("page: " + page.toAbsolutePath());
        }
    }
}
