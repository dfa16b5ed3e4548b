package org.debitcredit.ledger.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.transaction.LogPosition;
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
    void aNewFileIsFounded() {
        try (SqlLedger ledger = SqlLedger.openRebuilt(create(), BANK, PopulateProgress.NONE)) {
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
