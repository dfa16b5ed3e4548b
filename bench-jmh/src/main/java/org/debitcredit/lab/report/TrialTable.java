package org.debitcredit.lab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.Rounded;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.modesto.Statement;

/** The article's table with ours beside it: a row for each trial, with its bottleneck. */
public final class TrialTable {

    private TrialTable() {}

    /** The heads of the columns. */
    public static List<String> head(LabResult result) {
        List<String> head = new ArrayList<>(List.of("set-up"));
        if (result.preset().isPresent()) {
            head.add("the article");
        }
        head.add(result.isModel() ? "model, tps" : "measured, tps");
        head.addAll(List.of("bottleneck", "allows, tps", "next", "at, tps", "reaches, tps"));
        return head;
    }

    /** The rows, each with as many cells as the head. */
    public static List<List<String>> rows(LabResult result) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < result.trials().size(); i++) {
            Trial trial = result.trials().get(i);
            List<String> row = new ArrayList<>(List.of(trial.setting()));
            if (result.preset().isPresent()) {
                row.add(article(result.article(i)));
            }
            row.add(Rounded.perSecond(throughput(trial)));
            row.addAll(limits(trial.bottleneck()));
            rows.add(row);
        }
        return rows;
    }

    /** The highest throughput of the trial's steps. */
    public static double throughput(Trial trial) {
        return trial.steps().stream()
                .max(Comparator.comparingDouble(StepCounters::throughput))
                .map(StepCounters::throughput)
                .orElse(0.0);
    }

    private static String article(List<Statement> statements) {
        return statements.isEmpty()
                ? "not stated"
                : statements.stream().map(Statement::words).collect(Collectors.joining(", "));
    }

    private static List<String> limits(Bottleneck bottleneck) {
        if (bottleneck instanceof Bottleneck.Named named) {
            return List.of(
                    named.resource().words(),
                    Rounded.perSecond(named.ceiling()),
                    named.next().map(next -> next.resource().words()).orElse("nothing seen"),
                    named.next().map(next -> Rounded.perSecond(next.ceiling())).orElse(""),
                    named.next()
                            .map(next -> Rounded.perSecond(next.throughput()))
                            .orElse(""));
        }
        if (bottleneck instanceof Bottleneck.NoneNear none) {
            return List.of(
                    "none near",
                    "",
                    none.nearest().resource().words(),
                    Rounded.perSecond(none.nearest().ceiling()),
                    "");
        }
        return List.of("no stable step", "", "", "", "");
    }
}
