package org.debitcredit.streams;

import static org.debitcredit.ledger.sql.schema.Tables.ACCOUNT;
import static org.debitcredit.ledger.sql.schema.Tables.BRANCH;
import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.debitcredit.ledger.sql.schema.Tables.JOURNAL_POSITION;
import static org.debitcredit.ledger.sql.schema.Tables.TELLER;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.min;
import static org.jooq.impl.DSL.param;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.sql.CommitMode;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/**
 * DebitCredit on a bank's database without this service: each transaction four statements and a commit that waits for
 * the database's disk (Gray &amp; Levine 2005, appendix; TPC-B clause 1.2). It measures the database itself, and so the
 * effect of the service. Nothing of it is journaled, so its bank cannot be used for anything else.
 */
final class PlainSql implements AutoCloseable {

    /** An epoch that is in no journal, so that a service refuses to open the database. */
    private static final UUID NO_JOURNAL = new UUID(0, 1);

    private final SqlDatabase database;
    private final HikariDataSource pool;
    private final BankIdentity identity;
    /** Positions below 0 belong to no journal. */
    private final AtomicLong nextPosition;

    private PlainSql(SqlDatabase database, HikariDataSource pool, BankIdentity identity, long next) {
        this.database = database;
        this.pool = pool;
        this.identity = identity;
        this.nextPosition = new AtomicLong(next);
    }

    /**
     * Opens a bank's database; an empty one is filled first.
     *
     * @param identity of the bank
     * @param connections that are used at once
     */
    public static PlainSql open(SqlDatabase given, BankIdentity identity, int connections, PopulateProgress progress) {
        SqlDatabase database = given.with(CommitMode.DURABLE);
        SqlLedger.open(database, identity, progress).close();
        HikariDataSource pool = database.pool(connections + 1);
        try (Connection connection = pool.getConnection()) {
            DSLContext jooq = DSL.using(connection, database.jooqDialect());
            jooq.update(JOURNAL_POSITION)
                    .set(JOURNAL_POSITION.EPOCH_ID, NO_JOURNAL.toString())
                    .execute();
            Long lowest = jooq.select(min(HISTORY.POSITION))
                    .from(HISTORY)
                    .fetchSingle()
                    .value1();
            return new PlainSql(database, pool, identity, lowest == null ? -1 : Math.min(-1, lowest - 1));
        } catch (SQLException e) {
            pool.close();
            throw database.failure("opening " + database, e);
        }
    }

    /** A connection of one client. */
    public Session session() {
        try {
            return new Session(pool.getConnection());
        } catch (SQLException e) {
            throw database.failure("connecting to " + database, e);
        }
    }

    /** Adds the bank up. */
    public Totals totals() {
        try (SqlLedger ledger = SqlLedger.open(database, identity, PopulateProgress.NONE)) {
            return ledger.totals();
        }
    }

    @Override
    public void close() {
        pool.close();
    }

    /** One client. Used by one thread. */
    public final class Session implements AutoCloseable {

        private final Connection connection;
        private final PreparedStatement account;
        private final PreparedStatement history;
        private final PreparedStatement teller;
        private final PreparedStatement branch;

        private Session(Connection connection) throws SQLException {
            this.connection = connection;
            connection.setAutoCommit(false);
            DSLContext jooq = DSL.using(connection, database.jooqDialect());
            account = prepare(add(jooq, ACCOUNT, ACCOUNT.BALANCE, key(ACCOUNT.BRANCH_ID, ACCOUNT.ACCOUNT_ID)));
            teller = prepare(add(jooq, TELLER, TELLER.TILL, key(TELLER.BRANCH_ID, TELLER.TELLER_ID)));
            branch = prepare(add(jooq, BRANCH, BRANCH.BALANCE, BRANCH.BRANCH_ID.eq(number("branch"))));
            history = prepare(jooq.insertInto(
                            HISTORY,
                            HISTORY.POSITION,
                            HISTORY.LEG,
                            HISTORY.TIMESTAMP_MICROS,
                            HISTORY.BRANCH_ID,
                            HISTORY.TELLER_ID,
                            HISTORY.ACCOUNT_ID,
                            HISTORY.AMOUNT)
                    .values(
                            number("position"),
                            inline((short) 0),
                            number("time"),
                            number("branch"),
                            number("teller"),
                            number("account"),
                            number("amount")));
        }

        /**
         * Executes one and waits for its commit.
         *
         * @param timeMicros for the history
         */
        public void debitCredit(long tellerId, long accountId, long amountMinor, long timeMicros) {
            try {
                update(account, amountMinor, BankScale.branchOf(accountId), accountId);
                history.setLong(1, nextPosition.getAndDecrement());
                history.setLong(2, timeMicros);
                history.setLong(3, BankScale.branchOf(tellerId));
                history.setLong(4, tellerId);
                history.setLong(5, accountId);
                history.setLong(6, amountMinor);
                requireOne(history.executeUpdate());
                update(teller, amountMinor, BankScale.branchOf(tellerId), tellerId);
                update(branch, amountMinor, BankScale.branchOf(tellerId));
                connection.commit();
            } catch (SQLException e) {
                throw database.failure("a plain transaction", e);
            }
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new DataAccessException("a connection did not close", e);
            }
        }

        private PreparedStatement prepare(Query query) throws SQLException {
            return connection.prepareStatement(DSL.using(database.jooqDialect()).render(query));
        }

        private void update(PreparedStatement statement, long... parameters) throws SQLException {
            for (int i = 0; i < parameters.length; i++) {
                statement.setLong(i + 1, parameters[i]);
            }
            requireOne(statement.executeUpdate());
        }
    }

    private static Query add(DSLContext jooq, Table<?> table, TableField<?, Long> column, Condition key) {
        return jooq.update(table).set(column, column.plus(number("amount"))).where(key);
    }

    private static Condition key(Field<Long> branch, Field<Long> id) {
        return branch.eq(number("branch")).and(id.eq(number("id")));
    }

    private static Field<Long> number(String name) {
        return param(name, SQLDataType.BIGINT);
    }

    private static void requireOne(int rows) {
        if (rows != 1) {
            throw new IllegalStateException("a statement changed " + rows + " rows; it must change 1");
        }
    }
}
