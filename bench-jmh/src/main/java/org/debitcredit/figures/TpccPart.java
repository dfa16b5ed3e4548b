package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.ratio;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.rival.PlainRun;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The workload derived from TPC-C on one PostgreSQL: through the server of {@code tpcc/v1}, and beside it over JDBC
 * with a statement for each row. Both in turn, on copies of one database.
 */
final class TpccPart implements PagePart {

    private static final List<Integer> SCALES = List.of(1, 10);
    private static final int TERMINALS = 8;
    private static final String OURS = "tpcc/v1, New-Orders a minute";
    private static final String VOID = "void";
    private static final String PLAIN = "JDBC, New-Orders a minute";

    /** New-Orders a minute of BenchBase that were measured once on a machine of this kind, on one warehouse. */
    private static final double BENCHBASE_ONCE = 9_350;

    @Override
    public String name() {
        return "tpcc";
    }

    @Override
    public String page() {
        return "docs/databases.md";
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        Cells cells = new Cells();
        List<String> verdicts = new ArrayList<>();
        try (PgServer postgres = new PgServer(sitting)) {
            for (int warehouses : sitting.quick() ? List.of(1) : SCALES) {
                measure(sitting, postgres, warehouses, cells, verdicts);
            }
            ObjectNode raw = cells.json();
            ArrayNode found = raw.putArray("verdicts of tpcc/v1");
            verdicts.forEach(found::add);
            return new PartResult(text(cells, postgres.settings(), verdicts), raw);
        }
    }

    private static void measure(Sitting sitting, PgServer postgres, int warehouses, Cells cells, List<String> verdicts)
            throws IOException {
        String row = row(warehouses);
        String name = "figures_tpcc_" + warehouses;
        Sitting.progress("tpcc: loading %s", row);
        String ours = postgres.create(name);
        try (TpccChild server = new TpccChild(sitting, ours, postgres.user(), 1)) {
            server.load(warehouses);
        }
        String plain = postgres.copy(name, name + "_plain");
        for (int round = 1; round <= sitting.rounds(); round++) {
            Sitting.progress("tpcc: round %d, %s", round, row);
            // Whoever comes second finds a machine that the first one has warmed, or worn.
            boolean plainIsFirst = round % 2 == 0;
            if (plainIsFirst) {
                cells.add(row, PLAIN, newOrders(plain(sitting, plain, postgres.user())));
            }
            try (TpccChild server = new TpccChild(sitting, ours, postgres.user(), TERMINALS)) {
                JsonNode json = server.run(TERMINALS);
                String verdict = json.path("verdict").stringValue("");
                verdicts.add(row + ", round " + round + ": " + verdict);
                cells.add(row, OURS, newOrders(json));
                Sitting.progress("tpcc: %s New-Orders a minute, %s", whole(newOrders(json)), verdict);
            }
            if (!plainIsFirst) {
                cells.add(row, PLAIN, newOrders(plain(sitting, plain, postgres.user())));
            }
        }
        for (String database : List.of(ours, plain)) {
            try (TpccChild server = new TpccChild(sitting, database, postgres.user(), 1)) {
                server.check();
            }
        }
    }

    private static String row(int warehouses) {
        return warehouses == 1 ? "1 warehouse" : warehouses + " warehouses";
    }

    private static double newOrders(JsonNode json) throws IOException {
        double perMinute = json.path("newOrdersPerMinute").asDouble();
        if (!(perMinute > 0)) {
            throw new IOException("no New-Order was committed in the window: " + json);
        }
        return perMinute;
    }

    private static JsonNode plain(Sitting sitting, String database, String user) throws IOException {
        List<String> command = sitting.java("-Xmx1g");
        command.addAll(List.of("-cp", sitting.benchmarksJar().toString(), PlainRun.class.getName()));
        command.addAll(List.of("--database", database, "--user", user, "--terminals", "" + TERMINALS));
        command.addAll(List.of("--seconds", "" + sitting.seconds(), "--warmup", "" + sitting.warmUpSeconds()));
        return Sitting.lastLine(Child.run(command, sitting.timeLimitSeconds()));
    }

    static String text(Cells cells, String settings, List<String> verdicts) {
        MarkdownTable table = new MarkdownTable(
                "New-Orders a minute", "`tpcc/v1` / JDBC", "`tpcc/v1`", "JDBC, a statement for each row", "BenchBase");
        for (int warehouses : SCALES) {
            String row = row(warehouses);
            if (cells.has(row, OURS)) {
                table.row(
                        row,
                        bold(ratio(cells.medianRatio(row, OURS, PLAIN))),
                        whole(cells.median(row, OURS)),
                        whole(cells.median(row, PLAIN)),
                        "*not compared: there is no build of it*");
            }
        }
        double one = cells.median(row(1), OURS);
        long unsteady =
                verdicts.stream().filter(verdict -> verdict.endsWith(VOID)).count();
        return table
                + "\n%d terminals without key and think times, mix by cards, serializable, on one PostgreSQL with %s. Orders "
                        .formatted(TERMINALS, settings)
                + "that were rolled back do not count. `tpcc/v1` is `./bank tpcc run` over gRPC to `./bank tpcc serve` with "
                + "as many threads; the other has no network between its terminals and JDBC, and does the work of deliveries "
                + "at once. Each works on a copy of one database, in turn; the conditions of consistency held in both after "
                + "all rounds. %d of the %d runs of `tpcc/v1` did not keep a level of throughput and response times, so that "
                        .formatted(unsteady, verdicts.size())
                + "no percentile could be shown of them; those of JDBC are not judged. This project has no "
                + "build of BenchBase, so that nothing is compared with it in turn. It was measured once, on one "
                + "warehouse, at %s New-Orders a minute; the server's median is %s that"
                        .formatted(whole(BENCHBASE_ONCE), one > BENCHBASE_ONCE ? "above" : "not above");
    }
}
