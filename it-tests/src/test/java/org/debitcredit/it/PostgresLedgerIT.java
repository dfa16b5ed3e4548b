package org.debitcredit.it;

import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedgerContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The ledger contract on a real PostgreSQL. */
class PostgresLedgerIT extends SqlLedgerContract {

    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
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
