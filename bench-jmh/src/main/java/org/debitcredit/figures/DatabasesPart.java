package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.ratio;
import static org.debitcredit.figures.MarkdownTable.time;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.Preset;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import tools.jackson.databind.JsonNode;

/** The throughput of each database on this machine: by itself, under the service, and by the size of the groups. */
final class DatabasesPart implements PagePart {

    private static final String PLAIN = "plain tps";
    private static final String PLAIN_P99 = "plain p99 us";
    private static final String BATCHES = "batches tps";
    private static final String BATCHES_P99 = "batches p99 us";
    private static final String DURABLE = "batches, commits durable, tps";
    private static final int[] SINGLES = {32, 256};
    private static final String GROUP = "groups of ";
    private static final String FILL = "filled in s";
    private static final String CONNECTIONS_MAX = "connections, at most";

    @FunctionalInterface
    private interface Starter {
        DatabaseHost start(Sitting sitting) throws IOException;
    }

    @Override
    public String name() {
        return "databases";
    }

    @Override
    public String page() {
        return "docs/databases.md";
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        Cells cells = new Cells();
        Map<String, String> settings = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        for (Starter starter : List.<Starter>of(PgServer::new, MariaServer::new, SqliteHost::new)) {
            try (DatabaseHost host = starter.start(sitting)) {
                settings.put(host.name(), host.settings());
                measure(sitting, host, cells);
            } catch (NotHereException e) {
                Sitting.progress("databases: skipped: %s", String.valueOf(e.getMessage()));
                missing.add(String.valueOf(e.getMessage()));
            }
        }
        return new PartResult(text(cells, settings, missing, BenchOnDatabase.accounts(sitting)), cells.json());
    }

    private static void measure(Sitting sitting, DatabaseHost host, Cells cells) throws IOException {
        String row = host.name();
        Sitting.progress("databases: %s, filling", row);
        cells.add(row, FILL, fillSeconds(sitting, host));
        cells.add(row, CONNECTIONS_MAX, host.connectionsMax());
        BenchOnDatabase bench = new BenchOnDatabase(sitting, host);
        for (int round = 1; round <= sitting.rounds(); round++) {
            Sitting.progress("databases: %s, round %d", row, round);
            add(cells, row, PLAIN, PLAIN_P99, bench.plainAtBest());
            add(cells, row, BATCHES, BATCHES_P99, bench.batches());
            cells.add(row, DURABLE, BenchOnDatabase.tps(bench.durableBatches()));
            for (int inFlight : SINGLES) {
                add(cells, row, singles(inFlight), singlesP99(inFlight), bench.singles(inFlight));
            }
            for (int group : BenchOnDatabase.GROUPS) {
                cells.add(row, GROUP + group, BenchOnDatabase.tps(bench.grouped(group)));
            }
        }
    }

    private static void add(Cells cells, String row, String tps, String p99, JsonNode json) {
        cells.add(row, tps, BenchOnDatabase.tps(json));
        cells.add(row, p99, json.path("p99Micros").asDouble());
    }

    private static double fillSeconds(Sitting sitting, DatabaseHost host) throws IOException {
        String password = System.getenv("BANK_DATABASE_PASSWORD");
        SqlDatabase database =
                new SqlDatabase(host.create("figures_fill"), host.user(), password == null ? "" : password);
        int branches = (int) (BenchOnDatabase.accounts(sitting) / 100_000);
        BankIdentity identity =
                new BankIdentity(UUID.randomUUID(), Preset.TPCA.scale(branches), Currency.getInstance("USD"));
        long begin = System.nanoTime();
        SqlLedger.open(database, identity, PopulateProgress.NONE).close();
        return (System.nanoTime() - begin) / 1e9;
    }

    static String text(Cells cells, Map<String, String> settings, List<String> missing, long accounts) {
        MarkdownTable table = new MarkdownTable("database", "clients", "in flight", "to plain", "tps", "p99");
        MarkdownTable groups = new MarkdownTable("database", "1", "10", "100", "1,000", "8,192");
        StringBuilder told = new StringBuilder();
        settings.forEach((row, setting) -> {
            String connections = cells.median(row, CONNECTIONS_MAX) > 1 ? "1, 8 or 32, the best" : "1";
            row(table, cells, row, "plain", connections, PLAIN, PLAIN_P99);
            for (int inFlight : SINGLES) {
                row(table, cells, row, "singles", whole(inFlight), singles(inFlight), singlesP99(inFlight));
            }
            row(table, cells, row, "batches of 1,000", "16,000", BATCHES, BATCHES_P99);
            List<String> line = new ArrayList<>(List.of(row));
            for (int group : BenchOnDatabase.GROUPS) {
                line.add(whole(cells.median(row, GROUP + group)));
            }
            groups.row(line.toArray(String[]::new));
            told.append(String.format(
                    Locale.ROOT,
                    "- %s: %s. Filled in %.1f s. With commits that wait for its disk too, batches reach %s of the tps "
                            + "above.%n",
                    row,
                    setting,
                    cells.median(row, FILL),
                    ratio(cells.medianRatio(row, DURABLE, BATCHES))));
        });
        missing.forEach(reason -> told.append("- not measured: ").append(reason).append('\n'));
        return "A bank of %s accounts. Plain: four statements and a commit on its own disk for each transaction, a connection for each in flight (`--sql-batch 1`). The service: file journal, every answer after its fdatasync and the database's commit; each single transaction under its own key, each batch under one.\n\n%s\nTransactions a second by the number of transactions in one commit, one group after the other (8,192 is the largest batch):\n\n%s\n%s"
                .formatted(whole(accounts), table, groups, told);
    }

    private static String singles(int inFlight) {
        return inFlight + " singles tps";
    }

    private static String singlesP99(int inFlight) {
        return inFlight + " singles p99 us";
    }

    private static void row(
            MarkdownTable table, Cells cells, String row, String clients, String inFlight, String tps, String p99) {
        table.row(
                row,
                clients,
                inFlight,
                bold(ratio(cells.medianRatio(row, tps, PLAIN))),
                whole(cells.median(row, tps)),
                time(cells.median(row, p99)));
    }
}
