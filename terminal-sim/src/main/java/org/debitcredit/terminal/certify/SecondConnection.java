package org.debitcredit.terminal.certify;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.debitcredit.bank.BankScale;
import org.debitcredit.terminal.console.RunFailure;

/**
 * A connection to the database of the service's ledger beside the service's own, as an auditor opens one. Outside of a
 * transaction every statement is one of its own.
 */
final class SecondConnection implements AutoCloseable {

    /** The service takes user and password from the same variables of the environment. */
    private static final Map<String, String> LOGIN =
            Map.of("user", "BANK_DATABASE_USER", "password", "BANK_DATABASE_PASSWORD");

    private static final int ANSWER_SECONDS_MAX = 30;
    private static final String SQLITE = "jdbc:sqlite:";

    /** The postings of an account, and the sum of their amounts. */
    record Postings(long rows, long sumMinor) {}

    private final Connection connection;
    private final boolean locksRows;

    /** @param locksRows whether a row can be locked; otherwise a transaction that writes locks the whole database */
    SecondConnection(Connection connection, boolean locksRows) {
        this.connection = connection;
        this.locksRows = locksRows;
    }

    /** Why no other process can open a connection to a ledger's database; empty if one can. */
    static String hindrance(String ledger) {
        if (!ledger.startsWith("jdbc:")) {
            return ledger.equals("h2")
                    ? "The database of ledger h2 is in the server's memory, to which no other process can open a connection."
                    : "Ledger " + ledger + " has no database to which a second connection could be opened.";
        }
        return ledger.startsWith("jdbc:h2:")
                ? "The server's process locks the file of an H2 database, so that no other one can open a connection to it."
                : "";
    }

    /** Opens one whose transactions see what others commit meanwhile. */
    static SecondConnection forWriting(String url) {
        return open(url, Connection.TRANSACTION_READ_COMMITTED);
    }

    /** Opens one whose transactions see one moment of the database. */
    static SecondConnection forReading(String url) {
        return open(url, Connection.TRANSACTION_REPEATABLE_READ);
    }

    private static SecondConnection open(String url, int isolation) {
        Properties login = new Properties();
        LOGIN.forEach((property, variable) -> {
            String value = System.getenv(variable);
            if (value != null) {
                login.setProperty(property, value);
            }
        });
        try {
            Connection connection = DriverManager.getConnection(url, login);
            connection.setTransactionIsolation(isolation);
            return new SecondConnection(connection, !url.startsWith(SQLITE));
        } catch (SQLException refused) {
            throw failure("no second connection to the ledger's database could be opened", refused);
        }
    }

    /** Database and driver, with their versions. */
    String versions() {
        try {
            DatabaseMetaData facts = connection.getMetaData();
            return facts.getDatabaseProductName() + " " + facts.getDatabaseProductVersion() + ", by "
                    + facts.getDriverName() + " " + facts.getDriverVersion();
        } catch (SQLException failed) {
            throw failure("the versions of database and driver", failed);
        }
    }

    /** Whether a row can be locked, so that another transaction that writes it has to wait. */
    boolean locksRows() {
        return locksRows;
    }

    void begin() {
        run("begin", () -> connection.setAutoCommit(false));
    }

    void commit() {
        run("commit", () -> {
            connection.commit();
            connection.setAutoCommit(true);
        });
    }

    /** Takes back what the transaction has done, and releases its locks. */
    void rollback() {
        run("rollback", () -> {
            connection.rollback();
            connection.setAutoCommit(true);
        });
    }

    /** Locks a branch's row until the end of the transaction. Not to be called where rows cannot be locked. */
    void lockBranch(long branch) {
        number("select balance from branch where branch_id = ? for update", branch);
    }

    /** Locks the row that every transaction of the ledger locks first, and by which it excludes others. */
    void lockLedger() {
        if (locksRows) {
            number("select position from journal_position where id = ? for update", 1);
        } else {
            update("update journal_position set id = id where id = ?", 1);
        }
    }

    /** Changes an account's balance. */
    void add(long account, long amountMinor) {
        int rows = update(
                "update account set balance = balance + ? where branch_id = ? and account_id = ?",
                amountMinor,
                BankScale.branchOf(account),
                account);
        if (rows != 1) {
            throw new RunFailure("the ledger's database has " + rows + " rows of account " + account);
        }
    }

    long account(long id) {
        return number("select balance from account where branch_id = ? and account_id = ?", BankScale.branchOf(id), id);
    }

    long teller(long id) {
        return number("select till from teller where branch_id = ? and teller_id = ?", BankScale.branchOf(id), id);
    }

    /** An account's postings after a position. */
    Postings postings(long account, long afterPosition) {
        String from = " from history where position > ? and account_id = ?";
        return new Postings(
                number("select count(*)" + from, afterPosition, account),
                number("select coalesce(sum(amount), 0)" + from, afterPosition, account));
    }

    private long number(String sql, long... values) {
        try (PreparedStatement statement = prepared(sql, values);
                ResultSet result = statement.executeQuery()) {
            if (!result.next()) {
                throw new RunFailure("the ledger's database has no row: " + sql);
            }
            return result.getLong(1);
        } catch (SQLException failed) {
            throw failure(sql, failed);
        }
    }

    private int update(String sql, long... values) {
        try (PreparedStatement statement = prepared(sql, values)) {
            return statement.executeUpdate();
        } catch (SQLException failed) {
            throw failure(sql, failed);
        }
    }

    private PreparedStatement prepared(String sql, long... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(ANSWER_SECONDS_MAX);
        for (int i = 0; i < values.length; i++) {
            statement.setLong(i + 1, values[i]);
        }
        return statement;
    }

    private interface Step {
        void run() throws SQLException;
    }

    private static void run(String what, Step step) {
        try {
            step.run();
        } catch (SQLException failed) {
            throw failure(what, failed);
        }
    }

    private static RunFailure failure(String what, SQLException cause) {
        return new RunFailure("the second connection failed: " + what + ": " + cause.getMessage(), cause);
    }

    @Override
    public void close() {
        run("close", connection::close);
    }
}
