package org.debitcredit.it;

import java.nio.file.Path;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedgerContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The ledger contract on a real MariaDB. */
class MariaDbLedgerIT extends SqlLedgerContract {

    private static MariaDbServer server;

    @BeforeAll
    static void start(@TempDir Path folder) {
        server = MariaDbServer.start(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected SqlDatabase create() {
        return server.create();
    }

    @Override
    protected void drop(SqlDatabase old) {
        server.drop(old);
    }
}
