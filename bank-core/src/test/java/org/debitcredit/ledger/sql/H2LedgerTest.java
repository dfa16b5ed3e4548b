package org.debitcredit.ledger.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.debitcredit.ledger.AccountStatement;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.LedgerDriver;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.ledger.Statements.Period;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Transaction;
import org.jooq.DSLContext;
import org.jooq.ExecuteListener;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    @ParameterizedTest
    @EnumSource(BalanceKind.class)
    void rowsAreReadAndWrittenByTheTablesOwnKey(BalanceKind kind) throws SQLException {
        SqlDatabase database = SqlDatabase.h2InMemory();
        DSLContext jooq = DSL.using(SQLDialect.H2);
        try (SqlLedger ledger = SqlLedger.openOwned(database, BANK, PopulateProgress.NONE)) {
            assertThat(plan(database, BalanceRange.sql(kind, jooq, Dialect.H2)))
                    .containsPattern("\\.primary_key_\\w+: " + kind + "_id")
                    .contains("index sorted");
            for (String sql : List.of(
                    BalanceTable.readSql(kind, jooq, Dialect.H2), BalanceTable.writeSql(kind, jooq, Dialect.H2))) {
                String table = BalanceTable.table(kind).getName();
                assertThat(plan(database, sql))
                        .contains(kind + "_id\" = \"k\".\"id\"")
                        .containsPattern("\\.primary_key_\\w+: " + kind + "_id")
                        .doesNotContain(table + ".tablescan");
            }
            assertThat(ledger.logPosition().position()).isZero();
        }
    }

    @Test
    void eachLedgerInMemoryIsABankOfItsOwn() {
        try (SqlLedger one = SqlLedger.openH2InMemory(BANK, PopulateProgress.NONE);
                SqlLedger other = SqlLedger.openH2InMemory(BANK, PopulateProgress.NONE)) {
            one.commit(new LogPosition(BANK.id(), UUID.randomUUID(), 1, 1));
            assertThat(other.logPosition()).isEqualTo(LogPosition.founding(BANK.id()));
        }
    }

    @Test
    void aRowThatGoesBetweenItsReadingAndItsWritingIsNamed() throws SQLException {
        SqlDatabase database = SqlDatabase.h2InMemory();
        try (SqlLedger ledger = SqlLedger.openOwned(database, BANK, PopulateProgress.NONE);
                Connection writer = DriverManager.getConnection(database.url());
                Connection other = DriverManager.getConnection(database.url())) {
            writer.setAutoCommit(false);
            Balances balances = new Balances(BANK.scale(), writer, DSL.using(SQLDialect.H2), Dialect.H2);
            balances.decide(new LedgerDriver(ledger, BANK).batch(Transaction.deposit(TELLER, ACCOUNT, 1)));
            other.createStatement().execute("delete from branch where branch_id = 1");
            assertThatThrownBy(balances::write)
                    .isInstanceOf(MissingRows.class)
                    .hasMessageContaining("missing the row of branch 1.");
        }
    }

    @Test
    void aStatementWhosePostingsGoWhileItIsReadEndsWhereTheHistoryBegins() {
        try (SqlLedger ledger = SqlLedger.openH2InMemory(BANK, PopulateProgress.NONE, 4)) {
            LedgerDriver bounded = new LedgerDriver(ledger, BANK);
            bounded.run(Transaction.deposit(TELLER, ACCOUNT, 1));
            StatementReader reader = (StatementReader) ledger.statements();
            AccountStatement statement = reader.read(jooq -> {
                ExecuteListener letsGo = ExecuteListener.onExecuteStart(execution -> {
                    if (String.valueOf(execution.sql()).contains("recursive") && bounded.nextPosition() == 2) {
                        for (int i = 0; i < 6; i++) {
                            bounded.run(Transaction.deposit(TELLER, FOREIGN, 1));
                        }
                    }
                });
                return reader.latest(DSL.using(jooq.configuration().deriveAppending(letsGo)), ACCOUNT, Period.ALL, 10);
            });
            assertThat(statement).isEqualTo(new AccountStatement(ACCOUNT, 1, 1, 4, List.of(), null));
        }
    }

    @Test
    void theOldestPostingsAreFoundAndRemovedByTheTablesOwnKey() throws SQLException {
        SqlDatabase database = SqlDatabase.h2InMemory();
        DSLContext jooq = DSL.using(SQLDialect.H2);
        try (SqlLedger ledger = SqlLedger.openOwned(database, BANK, PopulateProgress.NONE)) {
            assertThat(plan(database, HistoryBound.findSql(jooq))).contains("index sorted");
            for (String sql : List.of(HistoryBound.foldSql(jooq), HistoryBound.deleteSql(jooq))) {
                assertThat(plan(database, sql))
                        .contains("posting\" <= cast(?1 as bigint)")
                        .containsPattern("\\.primary_key_\\w+: posting <= ")
                        .doesNotContain("history.tablescan");
            }
            assertThat(ledger.historyRows()).as("not bounded").isZero();
        }
    }

    @Test
    void keysAreFoundByTheTablesOwnKey() throws SQLException {
        SqlDatabase database = SqlDatabase.h2InMemory();
        DSLContext jooq = DSL.using(SQLDialect.H2);
        try (SqlLedger ledger = SqlLedger.openOwned(database, BANK, PopulateProgress.NONE)) {
            assertThat(plan(database, jooq.render(KeyQuery.fromHistory(jooq, List.of(1L, 7L)))))
                    .containsPattern("\\.primary_key_\\w+: posting in\\(.*2.*14.*\\)")
                    .doesNotContain("history.tablescan");
            assertThat(ledger.historyRows()).isZero();
        }
    }

    private static String plan(SqlDatabase database, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.url());
                PreparedStatement explain = connection.prepareStatement("explain " + sql);
                ResultSet result = explain.executeQuery()) {
            result.next();
            return result.getString(1).toLowerCase(Locale.ROOT);
        }
    }
}
