package org.debitcredit.it;

import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedgerContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The ledger contract on a real MariaDB. */
class MariaDbLedgerIT extends SqlLedgerContract {

    private static MariaDbServer server;

    @BeforeAll
    static void start() {
        server = MariaDbServer.start();
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
