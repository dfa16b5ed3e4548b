package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Currency;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.ledger.sql.SqlLedgerContract;
import org.debitcredit.transaction.LogPosition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
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

    /** MariaDB commits each table of a migration by itself, and a founding may be killed between two of them. */
    @Test
    void aSchemaThatWasCutOffIsMadeAnew() throws SQLException {
        SqlDatabase database = create();
        BankIdentity bank = new BankIdentity(UUID.randomUUID(), new BankScale(2, 2, 3), Currency.getInstance("USD"));
        SqlLedger.open(database, bank, PopulateProgress.NONE).close();
        try (Connection connection = DriverManager.getConnection(database.url(), database.user(), database.password());
                Statement statement = connection.createStatement()) {
            statement.execute("drop table journal_position");
            statement.execute("delete from flyway_schema_history");
        }
        try (SqlLedger again = SqlLedger.open(database, bank, PopulateProgress.NONE)) {
            assertThat(again.logPosition()).isEqualTo(LogPosition.founding(bank.id()));
        } finally {
            drop(database);
        }
    }
}
