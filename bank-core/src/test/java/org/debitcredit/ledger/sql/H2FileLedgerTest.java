package org.debitcredit.ledger.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.transaction.LogPosition;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledger contract on H2 in a file. */
class H2FileLedgerTest extends SqlLedgerContract {

    @TempDir
    Path directory;

    @Override
    protected SqlDatabase create() {
        return new SqlDatabase("jdbc:h2:" + directory.resolve(UUID.randomUUID().toString()), "", "");
    }

    @Override
    protected void drop(SqlDatabase old) {
        old.drop();
    }

    @Test
    void whateverWasInItIsMadeAnew() {
        SqlDatabase database = create();
        try (SqlLedger ledger = SqlLedger.open(database, BANK, PopulateProgress.NONE)) {
            ledger.commit(new LogPosition(BANK.id(), UUID.randomUUID(), 1, 1));
        }
        BankIdentity other = new BankIdentity(UUID.randomUUID(), BANK.scale(), BANK.currency());
        try (SqlLedger ledger = SqlLedger.openRebuilt(database, other, PopulateProgress.NONE)) {
            assertThat(ledger.logPosition()).isEqualTo(LogPosition.founding(other.id()));
            assertThat(ledger.isPersistent()).isFalse();
        }
    }

    @Test
    void aFileWithATableOfKeysIsUpgradedWithItsPostings() throws SQLException {
        SqlDatabase database = create();
        try (HikariDataSource pool = database.pool(4);
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            Flyway.configure()
                    .dataSource(pool)
                    .locations(database.dialect().migrations())
                    .target("5")
                    .load()
                    .migrate();
            statement.execute("insert into history"
                    + " (position, leg, timestamp_micros, branch_id, teller_id, account_id, amount)"
                    + " values (-1, 0, 1, 0, 0, 0, 5)");
            Schema.make(database, pool);
            assertThat(statement
                            .executeQuery("select amount from history where client is null")
                            .next())
                    .isTrue();
            assertThatThrownBy(() -> statement.execute("select * from transaction_key"))
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void aNewFileIsFounded() {
        try (SqlLedger ledger = SqlLedger.openRebuilt(create(), BANK, PopulateProgress.NONE)) {
            assertThat(ledger.logPosition()).isEqualTo(LogPosition.founding(BANK.id()));
        }
    }

    /** The list of migrations is made first, and the table that shows a bank last. */
    @Test
    void aFileWhoseTablesWereCutOffIsFoundedAnew() throws SQLException {
        SqlDatabase database = create();
        SqlLedger.openRebuilt(database, BANK, PopulateProgress.NONE).close();
        try (Connection connection = DriverManager.getConnection(database.url());
                Statement statement = connection.createStatement()) {
            statement.execute("drop table journal_position");
            statement.execute("delete from flyway_schema_history");
        }
        try (SqlLedger ledger = SqlLedger.openRebuilt(database, BANK, PopulateProgress.NONE)) {
            assertThat(ledger.logPosition()).isEqualTo(LogPosition.founding(BANK.id()));
        }
    }

    @Test
    void whatIsNoBankIsNotTouched() throws SQLException {
        SqlDatabase database = create();
        try (Connection connection = DriverManager.getConnection(database.url());
                Statement statement = connection.createStatement()) {
            statement.execute("create table customer (id bigint)");
            assertThatThrownBy(() -> SqlLedger.openRebuilt(database, BANK, PopulateProgress.NONE))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("holds other tables");
            assertThat(statement.execute("select id from customer")).isTrue();
        }
    }
}
