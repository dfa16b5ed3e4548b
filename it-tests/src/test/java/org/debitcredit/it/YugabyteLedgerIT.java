package org.debitcredit.it;

import java.util.Objects;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedgerContract;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The ledger contract on a real YugabyteDB, which speaks PostgreSQL's protocol and runs its SQL layer. */
class YugabyteLedgerIT extends SqlLedgerContract {

    private static final ContainerDatabase.Product PRODUCT = new ContainerDatabase.Product(
            "YugabyteDB",
            "yugabytedb/yugabyte:2025.2.4.1-b4",
            5433,
            "bin/yugabyted start --background=false",
            "yugabyte",
            "yugabyte",
            " with colocation = true",
            "");

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
