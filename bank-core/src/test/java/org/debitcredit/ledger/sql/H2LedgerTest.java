package org.debitcredit.ledger.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;
import org.debitcredit.transaction.Mark;
import org.junit.jupiter.api.Test;

/** The ledger contract on H2 in memory. */
class H2LedgerTest extends SqlLedgerContract {

    @Override
    protected SqlDatabase create() {
        return SqlDatabase.h2InMemory();
    }

    @Override
    protected void drop(SqlDatabase old) {
        old.drop();
    }

    @Test
    void closingALedgerThatMadeItsDatabaseDropsIt() throws SQLException {
        SqlDatabase database = SqlDatabase.h2InMemory();
        String ifThere = database.url() + ";IFEXISTS=TRUE";
        SqlLedger ledger = SqlLedger.openOwned(database, BANK, PopulateProgress.NONE);
        DriverManager.getConnection(ifThere).close();
        ledger.close();
        assertThatThrownBy(() -> DriverManager.getConnection(ifThere)).isInstanceOf(SQLException.class);
    }

    @Test
    void eachLedgerInMemoryIsABankOfItsOwn() {
        try (SqlLedger one = SqlLedger.openH2InMemory(BANK, PopulateProgress.NONE);
                SqlLedger other = SqlLedger.openH2InMemory(BANK, PopulateProgress.NONE)) {
            one.commit(new Mark(BANK.id(), UUID.randomUUID(), 1, 1));
            assertThat(other.mark()).isEqualTo(Mark.founding(BANK.id()));
        }
    }
}
