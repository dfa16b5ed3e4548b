package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.ratio;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The service on a PostgreSQL beside pgbench on the same server: TPC-B's statements, and the same as one function. */
final class PgbenchPart implements PagePart {

    private static final int[] CLIENTS = {1, 8, 32};
    private static final String DATABASE = "figures_tpcb";
    private static final String STATEMENTS = "pgbench, statements";
    private static final String FUNCTION = "pgbench, function";
    private static final String BATCHES = "service, batches of 1,000";
    private static final int[] SINGLES = {32, 256};
    private static final String ROW = "tps";

    /** pgbench's own TPC-B as a function of the server: one round trip, one commit. */
    private static final String CREATE_FUNCTION = """
            create function tpcb(a int, t int, b int, delta int) returns int language plpgsql as $$
            declare balance int;
            begin
              update pgbench_accounts set abalance = abalance + delta where aid = a returning abalance into balance;
              update pgbench_tellers set tbalance = tbalance + delta where tid = t;
              update pgbench_branches set bbalance = bbalance + delta where bid = b;
              insert into pgbench_history (tid, bid, aid, delta, mtime) values (t, b, a, delta, current_timestamp);
              return balance;
            end $$""";

    private static final String CALL_FUNCTION = """
            \\set aid random(1, 100000 * :scale)
            \\set bid random(1, 1 * :scale)
            \\set tid random(1, 10 * :scale)
            \\set delta random(-5000, 5000)
            select tpcb(:aid, :tid, :bid, :delta);
            """;

    @Override
    public String name() {
        return "pgbench";
    }

    @Override
    public String page() {
        return "docs/databases.md";
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        Cells cells = new Cells();
        int scale = (int) (BenchOnDatabase.accounts(sitting) / 100_000);
        Path script = Files.createTempFile("tpcb-function", ".sql");
        try (PgServer postgres = new PgServer(sitting)) {
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rw-r--r--"));
            Files.writeString(script, CALL_FUNCTION);
            Sitting.progress("pgbench: filling");
            postgres.createForPgbench(DATABASE, scale);
            postgres.sql(DATABASE, CREATE_FUNCTION);
            BenchOnDatabase bench = new BenchOnDatabase(sitting, postgres);
            for (int round = 1; round <= sitting.rounds(); round++) {
                Sitting.progress("pgbench: round %d", round);
                cells.add(ROW, STATEMENTS, best(sitting, postgres, List.of("-b", "tpcb-like")));
                cells.add(ROW, BATCHES, BenchOnDatabase.tps(bench.batches()));
                cells.add(ROW, FUNCTION, best(sitting, postgres, List.of("-s", "" + scale, "-f", script.toString())));
                for (int inFlight : SINGLES) {
                    cells.add(ROW, singles(inFlight), BenchOnDatabase.tps(bench.singles(inFlight)));
                }
            }
            return new PartResult(text(cells, scale, postgres.settings()), cells.json());
        } finally {
            Files.delete(script);
        }
    }

    private static double best(Sitting sitting, PgServer postgres, List<String> what) throws IOException {
        double best = 0;
        for (int clients : CLIENTS) {
            double tps = postgres.pgbench(DATABASE, what, clients, sitting.seconds(), sitting.timeLimitSeconds());
            best = Math.max(best, tps);
        }
        return best;
    }

    static String text(Cells cells, int scale, String settings) {
        MarkdownTable table = new MarkdownTable("", "in flight", "tps", "to its statements", "to its function");
        row(table, cells, STATEMENTS, "1, 8 or 32, the best");
        row(table, cells, FUNCTION, "1, 8 or 32, the best");
        for (int inFlight : SINGLES) {
            row(table, cells, singles(inFlight), whole(inFlight));
        }
        row(table, cells, BATCHES, "16,000");
        return table
                + "\nTransactions at scale %d on both sides, %s. pgbench: `-M prepared`, `-b tpcb-like` or one call of a function that does the same; every commit on disk. The service: file journal, every answer after its fdatasync and after PostgreSQL's commit, which does not wait for PostgreSQL's own disk (`synchronous_commit=off`: the journal makes up for what a crash takes)"
                        .formatted(scale, settings);
    }

    private static String singles(int inFlight) {
        return "service, %d singles".formatted(inFlight);
    }

    private static void row(MarkdownTable table, Cells cells, String column, String inFlight) {
        table.row(
                column,
                inFlight,
                whole(cells.median(ROW, column)),
                bold(ratio(cells.medianRatio(ROW, column, STATEMENTS))),
                bold(ratio(cells.medianRatio(ROW, column, FUNCTION))));
    }
}
