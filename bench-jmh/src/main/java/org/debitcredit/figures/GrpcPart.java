package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.ratio;
import static org.debitcredit.figures.MarkdownTable.time;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A service loaded over gRPC from a second process. */
final class GrpcPart implements PagePart {

    private record Row(String name, int batch, int inFlight, boolean calls) {}

    private static final List<Row> ROWS = List.of(
            new Row("batches of 8,190, 4 in flight", 8_190, 4, false),
            new Row("batches of 1,000, 16 in flight", 1_000, 16, false),
            new Row("batches of 100, 64 in flight", 100, 64, false),
            new Row("a stream of singles, 1,000 in flight", 1, 1_000, false),
            new Row("a call each, 128 in flight", 1, 128, true));

    @Override
    public String name() {
        return "grpc";
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        Cells cells = new Cells();
        for (int round = 1; round <= sitting.rounds(); round++) {
            for (String journal : Sitting.JOURNALS) {
                try (ServeChild service = new ServeChild(sitting, journal)) {
                    for (Row row : ROWS) {
                        Sitting.progress("grpc: round %d, %s, %s journal", round, row.name, journal);
                        List<String> arguments = new ArrayList<>(List.of(
                                "--url=" + service.grpc(), "--batch=" + row.batch, "--in-flight=" + row.inFlight));
                        if (row.calls) {
                            arguments.add("--calls");
                        }
                        JsonNode json = sitting.bench(arguments.toArray(String[]::new));
                        cells.add(row.name, journal, json.path("tps").asDouble());
                        cells.add(
                                row.name,
                                journal + " p99Micros",
                                json.path("p99Micros").asDouble());
                    }
                }
            }
        }
        return new PartResult(text(cells), cells.json());
    }

    static String text(Cells cells) {
        MarkdownTable table =
                new MarkdownTable("over gRPC", "Chronicle / file", "file journal, tps", "p99", "Chronicle, tps", "p99");
        for (Row row : ROWS) {
            table.row(
                    row.name,
                    bold(ratio(cells.medianRatio(row.name, "chronicle", "file"))),
                    whole(cells.median(row.name, "file")),
                    time(cells.median(row.name, "file p99Micros")),
                    whole(cells.median(row.name, "chronicle")),
                    time(cells.median(row.name, "chronicle p99Micros")));
        }
        return table
                + "\nEvery answer after its fdatasync; client and service on the same processors. `./bank serve "
                + "--ledger memory "
                + "--journal KIND --preset tpca --branches 100`, `./bank bench --url HOST:PORT --batch N --in-flight "
                + "N [--calls]`";
    }
}
