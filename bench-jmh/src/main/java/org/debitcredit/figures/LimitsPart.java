package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.ratio;
import static org.debitcredit.figures.MarkdownTable.time;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.util.List;
import org.debitcredit.bench.LimitsRun;
import tools.jackson.databind.JsonNode;

/** The engine beside the arrays alone and the journal alone. */
final class LimitsPart implements PagePart {

    private static final List<String> COLUMNS =
            List.of("share", "tps", "limit", "arrays", "journal", "p50Micros", "p99Micros", "transactionsPerForce");

    @Override
    public String name() {
        return "limits";
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        Cells cells = new Cells();
        for (int round = 1; round <= sitting.rounds(); round++) {
            for (String journal : Sitting.JOURNALS) {
                Sitting.progress("limits: round %d, %s journal", round, journal);
                List<String> command = sitting.java("-Xmx4g");
                command.addAll(List.of("-cp", sitting.benchmarksJar().toString(), LimitsRun.class.getName()));
                command.addAll(List.of("--json", "--rounds=1", "--journal=" + journal));
                command.addAll(List.of("--seconds=" + sitting.seconds(), "--warmup=" + sitting.warmUpSeconds()));
                command.add("--directory=" + sitting.scratch());
                JsonNode json = Sitting.lastLine(Child.run(command, 2 * sitting.timeLimitSeconds()));
                for (String column : COLUMNS) {
                    cells.add(journal, column, json.path(column).asDouble());
                }
            }
        }
        return new PartResult(text(cells), cells.json());
    }

    static String text(Cells cells) {
        MarkdownTable table = new MarkdownTable(
                "journal",
                "of the serial limit",
                "engine, tps",
                "serial limit",
                "arrays alone",
                "journal alone",
                "p50",
                "p99",
                "per force");
        for (String journal : Sitting.JOURNALS) {
            table.row(
                    journal,
                    bold(ratio(cells.median(journal, "share"))),
                    whole(cells.median(journal, "tps")),
                    whole(cells.median(journal, "limit")),
                    whole(cells.median(journal, "arrays")),
                    whole(cells.median(journal, "journal")),
                    time(cells.median(journal, "p50Micros")),
                    time(cells.median(journal, "p99Micros")),
                    whole(cells.median(journal, "transactionsPerForce")));
        }
        return table + "\nEvery answer after its fdatasync. `org.debitcredit.bench.LimitsRun --journal KIND`";
    }
}
