package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.time;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.debitcredit.bench.ScratchDirectory;
import tools.jackson.databind.JsonNode;

/**
 * What a client gets from the service: three ledgers, both journals, and requests over HTTP, calls over gRPC and
 * batches over gRPC. This is the table of the front page.
 */
final class ClientsPart implements PagePart {

    private static final int BRANCHES = 200;
    private static final int ACCOUNTS_PER_BRANCH = 10_000;
    private static final String H2 = "h2";
    private static final String MEMORY = "memory";
    private static final String POSTGRES = "PostgreSQL";
    private static final String DATABASE = "figures_clients";
    private static final List<String> LEDGERS = List.of(H2, MEMORY, POSTGRES);

    /** The default first. */
    private static final List<String> JOURNALS = List.of("chronicle", "file");

    /**
     * One kind of client.
     *
     * @param name for the table
     * @param batch transactions in a batch; 1 for single ones
     * @param inFlight requests, calls or batches without an answer at a time
     */
    private record Clients(String name, int batch, int inFlight) {

        boolean isHttp() {
            return equals(HTTP);
        }
    }

    private static final Clients HTTP = new Clients("HTTP, 64 connections", 1, Wrk.CONNECTIONS);
    private static final List<Clients> CLIENTS = List.of(
            HTTP,
            new Clients("gRPC, 128 calls in flight", 1, 128),
            new Clients("gRPC, 16 batches of 1,000 in flight", 1_000, 16));

    @Override
    public String name() {
        return "clients";
    }

    @Override
    public String page() {
        return "README.md";
    }

    @Override
    public String values() {
        return "docs/performance.json";
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        Path wrk = Wrk.find("wrk", Stream.empty());
        Cells cells = new Cells();
        try (ScratchDirectory scratch = new ScratchDirectory(sitting.scratch());
                PgServer postgres = new PgServer(sitting)) {
            Path script = Wrk.script(scratch.path());
            for (int round = 1; round <= sitting.rounds(); round++) {
                for (String ledger : LEDGERS) {
                    for (String journal : JOURNALS) {
                        Sitting.progress("clients: round %d, %s, %s journal", round, ledger, journal);
                        List<String> options = new ArrayList<>(List.of("--branches=" + BRANCHES));
                        options.addAll(ledgerOptions(ledger, postgres));
                        try (ServeChild service = new ServeChild(sitting, journal, options)) {
                            measure(sitting, service, wrk, script, ledger, journal, cells);
                        }
                        if (ledger.equals(POSTGRES)) {
                            postgres.drop(DATABASE);
                        }
                    }
                }
            }
            return new PartResult(text(cells, postgres.settings()), cells.json());
        }
    }

    private static List<String> ledgerOptions(String ledger, PgServer postgres) throws IOException {
        return ledger.equals(POSTGRES)
                ? List.of("--ledger=" + postgres.create(DATABASE), "--bank.database.user=" + postgres.user())
                : List.of("--ledger=" + ledger);
    }

    private static void measure(
            Sitting sitting, ServeChild service, Path wrk, Path script, String ledger, String journal, Cells cells)
            throws IOException {
        for (Clients clients : CLIENTS) {
            Sitting.progress("clients: %s, %s journal, %s", ledger, journal, clients.name);
            String row = row(ledger, clients);
            if (clients.isHttp()) {
                Wrk.Target bank = new Wrk.Target(service.httpPort(), BRANCHES, ACCOUNTS_PER_BRANCH);
                Wrk.run(wrk, script, bank, sitting.warmUpSeconds(), sitting.timeLimitSeconds());
                Wrk run = Wrk.run(wrk, script, bank, sitting.seconds(), sitting.timeLimitSeconds());
                cells.add(row, journal, run.perSecond());
                cells.add(row, journal + " p99Micros", run.p99Micros());
            } else {
                List<String> arguments = new ArrayList<>(List.of(
                        "--url=" + service.grpc(), "--batch=" + clients.batch, "--in-flight=" + clients.inFlight));
                if (clients.batch == 1) {
                    arguments.add("--calls");
                }
                JsonNode json = sitting.bench(arguments.toArray(String[]::new));
                cells.add(row, journal, json.path("tps").asDouble());
                cells.add(row, journal + " p99Micros", json.path("p99Micros").asDouble());
            }
        }
    }

    private static String row(String ledger, Clients clients) {
        return ledger + ", " + clients.name;
    }

    static String text(Cells cells, String postgresSettings) {
        MarkdownTable table = new MarkdownTable("Ledger", "Clients", "`chronicle`, tps", "p99", "`file`, tps", "p99");
        for (String ledger : LEDGERS) {
            for (Clients clients : CLIENTS) {
                String row = row(ledger, clients);
                String chronicle = whole(cells.median(row, "chronicle"));
                table.row(
                        ledger.equals(POSTGRES) ? ledger : "`" + ledger + "`",
                        clients.name,
                        ledger.equals(H2) ? bold(chronicle) : chronicle,
                        time(cells.median(row, "chronicle p99Micros")),
                        whole(cells.median(row, "file")),
                        time(cells.median(row, "file p99Micros")));
            }
        }
        return table
                + "\nThe defaults of `./bank serve` are in bold: balances in `h2` in memory, the journal on "
                + "`chronicle`. The bank has " + BRANCHES + " branches and "
                + whole((double) BRANCHES * ACCOUNTS_PER_BRANCH) + " accounts. Every answer comes after its fdatasync. "
                + "Service, clients and PostgreSQL share the processors. PostgreSQL: " + postgresSettings
                + "; the service's commits do not wait for its disk (`synchronous_commit=off`), because the journal "
                + "makes up for what a crash takes. `./bank serve --ledger LEDGER --journal JOURNAL --branches "
                + BRANCHES + "`; `wrk -t1 -c64`, `./bank bench --url HOST:PORT --batch N --in-flight N [--calls]`";
    }
}
