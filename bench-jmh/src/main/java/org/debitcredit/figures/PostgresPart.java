package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.ratio;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.util.List;

/** PostgreSQL's own TPC-B beside the service, as many clients as calls in flight, in turn on the same disk. */
final class PostgresPart implements PagePart {

    private static final int[] CLIENTS = {1, 8, 32};
    private static final int SCALE = 100;
    private static final int QUICK_SCALE = 5;
    private static final String DATABASE = "tpcb";
    private static final String SERVICE = "service";
    private static final String POSTGRES = "postgres";

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        Cells cells = new Cells();
        int scale = sitting.quick() ? QUICK_SCALE : SCALE;
        Sitting.progress("postgres: filling");
        try (PgServer postgres = new PgServer(sitting);
                ServeChild service = new ServeChild(sitting, "file")) {
            postgres.createForPgbench(DATABASE, scale);
            for (int round = 1; round <= sitting.rounds(); round++) {
                for (int clients : CLIENTS) {
                    Sitting.progress("postgres: round %d, %d clients", round, clients);
                    String row = String.valueOf(clients);
                    cells.add(
                            row,
                            POSTGRES,
                            postgres.pgbench(
                                    DATABASE, List.of(), clients, sitting.seconds(), sitting.timeLimitSeconds()));
                    cells.add(
                            row,
                            SERVICE,
                            sitting.bench("--url=" + service.grpc(), "--batch=1", "--calls", "--in-flight=" + clients)
                                    .path("tps")
                                    .asDouble());
                }
            }
        }
        return new PartResult(text(cells, scale), cells.json());
    }

    static String text(Cells cells, int scale) {
        MarkdownTable table =
                new MarkdownTable("clients", "service / PostgreSQL", "service, calls over gRPC", "PostgreSQL, TPC-B");
        for (int clients : CLIENTS) {
            String row = String.valueOf(clients);
            table.row(
                    row,
                    bold(ratio(cells.medianRatio(row, SERVICE, POSTGRES))),
                    whole(cells.median(row, SERVICE)),
                    whole(cells.median(row, POSTGRES)));
        }
        return table
                + "\nTransactions a second, one in flight for each client, each durable before its answer on both "
                + "sides. "
                + "`pgbench -M prepared -c N` at scale " + scale + " over loopback, `"
                + String.join(" ", PgServer.SETTINGS)
                + "`; `./bank bench --url HOST:PORT --batch 1 --calls --in-flight N` to a service on the file journal and the memory ledger, with 10 million accounts on both sides";
    }
}
