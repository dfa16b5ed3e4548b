package org.debitcredit.figures;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** {@code ./bank bench} on databases of one host: the service's bank in one, the plain one's in another. */
final class BenchOnDatabase {

    /**
     * Numbers of transactions in a commit of the database: the groups of the article on disks, the last as large as a
     * batch.
     */
    static final int[] GROUPS = {1, 10, 100, 1_000, 8_192};

    private static final int[] CONNECTIONS = {1, 8, 32};

    private final Sitting sitting;
    private final DatabaseHost host;
    private final String bank;
    private final String plain;

    BenchOnDatabase(Sitting sitting, DatabaseHost host) throws IOException {
        this.sitting = sitting;
        this.host = host;
        this.bank = host.create("figures_bank");
        this.plain = host.create("figures_plain");
    }

    /** Batches of 1,000, 16 in flight. */
    JsonNode batches() throws IOException {
        return service("--batch=1000", "--in-flight=16");
    }

    /** The same, but each commit of the database also waits for its disk. */
    JsonNode durableBatches() throws IOException {
        host.commitsWait(true);
        try {
            return service("--batch=1000", "--in-flight=16", "--database-commit=durable");
        } finally {
            host.commitsWait(false);
        }
    }

    /** Single transactions, with this many in flight, each under its own key. */
    JsonNode singles(int inFlight) throws IOException {
        return service("--batch=1", "--streams=2", "--in-flight=" + inFlight);
    }

    /** This many transactions in each commit, one group after the other. */
    JsonNode grouped(int transactions) throws IOException {
        return service("--batch=" + transactions, "--in-flight=1");
    }

    /** The database without the service, with its best number of connections. */
    JsonNode plainAtBest() throws IOException {
        JsonNode best = null;
        host.commitsWait(true);
        for (int connections : CONNECTIONS) {
            if (connections <= host.connectionsMax()) {
                String streams = "--streams=" + connections;
                JsonNode json = bench(plain, "--sql-batch=1", streams);
                if (best == null || tps(json) > tps(best)) {
                    best = json;
                }
            }
        }
        host.commitsWait(false);
        if (best == null) {
            throw new IllegalStateException(host.name() + " takes no connections");
        }
        return best;
    }

    static double tps(JsonNode json) {
        return json.path("tps").asDouble();
    }

    private JsonNode service(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--journal=file");
        return bench(bank, all.toArray(String[]::new));
    }

    private JsonNode bench(String url, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--ledger=" + url);
        all.add("--accounts=" + accounts(sitting));
        if (!host.user().isEmpty()) {
            all.add("--database-user=" + host.user());
        }
        return sitting.bench(all.toArray(String[]::new));
    }

    /** Accounts of a bank of 100 branches of 100,000; a small one for trial runs. */
    static long accounts(Sitting sitting) {
        return (sitting.quick() ? 2 : 100) * 100_000L;
    }
}
