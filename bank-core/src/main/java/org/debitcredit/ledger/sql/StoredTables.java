package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.debitcredit.ledger.sql.schema.Tables.HISTORY_BASE;
import static org.debitcredit.ledger.sql.schema.Tables.JOURNAL_POSITION;
import static org.jooq.impl.DSL.count;

import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.transaction.LogPosition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a bank's database, for reading only, in one read-only transaction on a consistent state. Nothing is
 * created, filled or upgraded.
 */
public final class StoredTables implements AutoCloseable {

    private static final int FETCHED_AT_ONCE = 10_000;

    private final SqlDatabase database;
    private final Connection connection;
    private final DSLContext jooq;
    private final BankIdentity identity;
    private final LogPosition logPosition;

    /** Receives the rows of a table. */
    @FunctionalInterface
    public interface RowVisitor {

        /**
         * @param branch of the row, which should be the one in the id
         * @param id of the account, teller or branch
         */
        void row(long branch, long id, long balanceMinor);
    }

    /**
     * The totals of one branch's history.
     *
     * @param rows one per posting
     */
    public record HistorySum(long rows, BigInteger sumMinor) {

        /** The sum of a branch without postings. */
        public static final HistorySum NONE = new HistorySum(0, BigInteger.ZERO);

        private HistorySum plus(HistorySum more) {
            return new HistorySum(rows + more.rows, sumMinor.add(more.sumMinor));
        }
    }

    private StoredTables(SqlDatabase database, Connection connection) throws SQLException {
        this.database = database;
        this.connection = connection;
        this.jooq = DSL.using(connection, database.dialect().jooq());
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            for (String begin : database.dialect().readOnlySql()) {
                statement.execute(begin);
            }
        }
        Schema.requireKnown(database, connection);
        Record row = jooq.select(
                        JOURNAL_POSITION.BANK_ID,
                        JOURNAL_POSITION.EPOCH_ID,
                        JOURNAL_POSITION.POSITION,
                        JOURNAL_POSITION.CHAIN_CHECKSUM,
                        JOURNAL_POSITION.BRANCHES,
                        JOURNAL_POSITION.TELLERS_PER_BRANCH,
                        JOURNAL_POSITION.ACCOUNTS_PER_BRANCH,
                        JOURNAL_POSITION.CURRENCY)
                .from(JOURNAL_POSITION)
                .where(JOURNAL_POSITION.ID.eq(LogPositionRow.ID))
                .fetchOne();
        if (row == null) {
            throw new IllegalStateException(database + " holds no bank: its journal_position row is missing");
        }
        this.identity = Founding.owner(row);
        this.logPosition = new LogPosition(
                identity.id(),
                UUID.fromString(row.get(JOURNAL_POSITION.EPOCH_ID)),
                row.get(JOURNAL_POSITION.POSITION),
                row.get(JOURNAL_POSITION.CHAIN_CHECKSUM));
    }

    /**
     * Begins to read.
     *
     * @throws org.debitcredit.ledger.LedgerUnavailable if the database is unreachable
     * @throws IllegalStateException if it holds no bank, or cannot be read
     * @throws org.debitcredit.storage.WrittenByLaterRelease if a later release has changed its schema
     */
    public static StoredTables open(SqlDatabase database) {
        Properties properties = new Properties();
        properties.putAll(database.dialect().readOnlyProperties());
        if (!database.user().isEmpty()) {
            properties.put("user", database.user());
        }
        if (!database.password().isEmpty()) {
            properties.put("password", database.password());
        }
        Connection connection = null;
        try {
            connection = DriverManager.getConnection(database.url(), properties);
            return new StoredTables(database, connection);
        } catch (SQLException | RuntimeException e) {
            close(connection, e);
            throw e instanceof SQLException sql
                    ? SqlTrouble.of("reading " + database, database.dialect(), sql)
                    : SqlTrouble.of("reading " + database, database.dialect(), (RuntimeException) e);
        }
    }

    private static void close(@Nullable Connection connection, Exception reason) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    /** The bank's identity. */
    public BankIdentity identity() {
        return identity;
    }

    /** The log position of the tables. */
    public LogPosition logPosition() {
        return logPosition;
    }

    /** Reads all rows of a kind, in the order of their branch, and in that of their id. */
    public void rows(BalanceKind kind, RowVisitor visitor) {
        String sql =
                jooq.render(jooq.select(BalanceTable.branch(kind), BalanceTable.id(kind), BalanceTable.balance(kind))
                        .from(BalanceTable.table(kind))
                        .orderBy(BalanceTable.branch(kind), BalanceTable.id(kind)));
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FETCHED_AT_ONCE);
            try (ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    visitor.row(rows.getLong(1), rows.getLong(2), rows.getLong(3));
                }
            }
        } catch (SQLException e) {
            throw SqlTrouble.of("reading " + database, database.dialect(), e);
        }
    }

    /**
     * The totals of each branch's history, including postings that were loaded without rows; none for branches without
     * postings.
     */
    public Map<Long, HistorySum> history() {
        Map<Long, HistorySum> byBranch = new TreeMap<>();
        ExactSum amount = ExactSum.of(HISTORY.AMOUNT);
        try {
            jooq.select(HISTORY.BRANCH_ID, count().coerce(SQLDataType.BIGINT), amount.upper(), amount.lower())
                    .from(HISTORY)
                    .groupBy(HISTORY.BRANCH_ID)
                    .forEach(branch -> byBranch.merge(
                            branch.value1(),
                            new HistorySum(branch.value2(), ExactSum.value(branch.value3(), branch.value4())),
                            HistorySum::plus));
            jooq.select(HISTORY_BASE.BRANCH_ID, HISTORY_BASE.POSTINGS, HISTORY_BASE.AMOUNT)
                    .from(HISTORY_BASE)
                    .forEach(branch -> byBranch.merge(
                            branch.value1(),
                            new HistorySum(branch.value2(), BigInteger.valueOf(branch.value3())),
                            HistorySum::plus));
        } catch (DataAccessException e) {
            throw SqlTrouble.of("reading " + database, database.dialect(), e);
        }
        return byBranch;
    }

    @Override
    public void close() {
        try {
            connection.rollback();
            connection.close();
        } catch (SQLException e) {
            throw SqlTrouble.of("closing " + database, database.dialect(), e);
        }
    }
}
