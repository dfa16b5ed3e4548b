package org.debitcredit.it;

import java.util.Objects;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedgerContract;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The ledger contract on a real CockroachDB, which speaks PostgreSQL's protocol and much of its SQL. */
class CockroachLedgerIT extends SqlLedgerContract {

    private static final ContainerDatabase.Product PRODUCT = new ContainerDatabase.Product(
            "CockroachDB",
            "cockroachdb/cockroach:v25.2.22",
            26257,
            "start-single-node --insecure --store=type=mem,size=1GiB",
            "root",
            "defaultdb",
            "",
            " cascade");

    private static @Nullable ContainerDatabase server;

    @BeforeAll
    static void start() {
        server = ContainerDatabase.start(PRODUCT);
    }

    /** There is none where the tests were skipped. */
    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected SqlDatabase create() {
        return started().create();
    }

    @Override
    protected void drop(SqlDatabase old) {
        started().drop(old);
    }

    private static ContainerDatabase started() {
        return Objects.requireNonNull(server);
    }
}
