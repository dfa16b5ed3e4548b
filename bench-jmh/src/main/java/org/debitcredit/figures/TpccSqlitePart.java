package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.time;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Saturation of the server of {@code tpcc/v1} on SQLite, in memory and in a file, found by sweeps in turn. */
final class TpccSqlitePart implements PagePart {

    static final String MEMORY = "in memory";
    static final String FILE = "in a file, WAL and FULL";
    static final String SATURATION = "requests a second at saturation";
    static final String SERVER = "server, processor per request, us";
    static final String CLIENT = "client, processor per request, us";

    private static final double PAPERS_SATURATION = 1_600;

    @Override
    public String name() {
        return "tpcc-sqlite";
    }

    @Override
    public String page() {
        return "docs/tpcc.md";
    }

    @Override
    public String runs(Sitting sitting) {
        return sitting.rounds() == 1 ? "One sweep of each" : "Medians of %d sweeps of each".formatted(sitting.rounds());
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        Cells cells = new Cells();
        for (int round = 1; round <= sitting.rounds(); round++) {
            Sitting.progress("tpcc-sqlite: round %d, %s", round, MEMORY);
            measure(sitting, "jdbc:sqlite::memory:", MEMORY, cells);
            Sitting.progress("tpcc-sqlite: round %d, %s", round, FILE);
            // A new file for each round, because a database that was used is larger than a new one.
            try (SqliteHost files = new SqliteHost(sitting)) {
                measure(sitting, files.create("tpcc"), FILE, cells);
            }
        }
        return new PartResult(text(cells), cells.json());
    }

    private static void measure(Sitting sitting, String database, String row, Cells cells) throws IOException {
        try (TpccChild server = new TpccChild(sitting, database, "", 1)) {
            server.load(1);
            JsonNode json = server.sweep();
            cells.add(row, SATURATION, json.path("saturationPerSecond").asDouble());
            cells.add(
                    row, SERVER, json.path("server").path("cpuMicrosPerAnswer").asDouble());
            cells.add(
                    row, CLIENT, json.path("client").path("cpuMicrosPerAnswer").asDouble());
            server.check();
        }
    }

    static String text(Cells cells) {
        MarkdownTable table = new MarkdownTable(
                "SQLite",
                SATURATION,
                "to the paper's",
                "server, processor per request",
                "client, processor per request");
        for (String row : List.of(MEMORY, FILE)) {
            double saturation = cells.median(row, SATURATION);
            table.row(
                    row,
                    bold(whole(saturation)),
                    String.format(Locale.ROOT, "%.1f", saturation / PAPERS_SATURATION),
                    time(cells.median(row, SERVER)),
                    time(cells.median(row, CLIENT)));
        }
        return table
                + "\nOne warehouse, the mix of the paper, `./bank tpcc serve` with one executing thread, `./bank tpcc sweep` "
                + "over gRPC on the same processors. The processor times are those at the highest rate that was carried. In "
                + "the file, commits are grouped, and every answer comes after its force. The conditions of consistency "
                + "held after each sweep";
    }
}
