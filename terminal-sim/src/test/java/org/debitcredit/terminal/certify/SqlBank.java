package org.debitcredit.terminal.certify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.terminal.contract.Json;

/**
 * A bank by the REST contract over a database, H2 in memory, which takes deposits. It isolates its transactions as the
 * service does, except for a planted fault.
 */
final class SqlBank implements AutoCloseable {

    /** What is wrong. */
    enum Fault {
        NONE,
        /** Its inquiries read what others have not committed. */
        READS_UNCOMMITTED,
        /** It commits the account before teller, branch and history. */
        COMMITS_IN_PARTS,
        /** It reads the balance before it locks anything, and then writes what it made of it. */
        LOSES_UPDATES
    }

    private static final BankScale SCALE = Preset.GRAY2005.scale(1);

    /** H2's level above those of JDBC, at which a transaction sees one moment. */
    private static final int SNAPSHOT = 6;

    /** From reading a balance that is not locked to locking something: long enough for another client. */
    private static final long THOUGHT_NANOS = 3_000_000;

    private final Fault fault;
    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000";
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    SqlBank(Fault fault) throws IOException, SQLException {
        this.fault = fault;
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("create table branch (branch_id bigint primary key, balance bigint)");
            statement.execute("create table teller (branch_id bigint, teller_id bigint primary key, till bigint)");
            statement.execute("create table account (branch_id bigint, account_id bigint primary key, balance bigint)");
            statement.execute("create table history (position bigint primary key, account_id bigint, amount bigint)");
            statement.execute("create table journal_position (id bigint primary key, position bigint)");
            statement.execute("insert into branch values (0, 0)");
            statement.execute("insert into teller values (0, 0, 0)");
            statement.execute(
                    "insert into account select 0, x - 1, 0 from system_range(1, " + SCALE.accountsPerBranch() + ")");
            statement.execute("insert into journal_position values (1, 0)");
        }
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    Inspector inspector() {
        return new Inspector(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()), null);
    }

    SecondConnection forWriting() {
        return second(Connection.TRANSACTION_READ_COMMITTED);
    }

    SecondConnection forReading() {
        return second(SNAPSHOT);
    }

    private SecondConnection second(int isolation) {
        try {
            Connection connection = DriverManager.getConnection(url);
            connection.setTransactionIsolation(isolation);
            return new SecondConnection(connection, true);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange;
                Connection connection = DriverManager.getConnection(url)) {
            boolean deposits = exchange.getRequestMethod().equals("POST");
            connection.setTransactionIsolation(
                    fault == Fault.READS_UNCOMMITTED && !deposits
                            ? Connection.TRANSACTION_READ_UNCOMMITTED
                            : Connection.TRANSACTION_READ_COMMITTED);
            ObjectNode answer = deposits
                    ? deposit(connection, Json.read(exchange.getRequestBody().readAllBytes()))
                    : read(connection, exchange.getRequestURI().getPath());
            byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }

    private static ObjectNode read(Connection connection, String path) throws SQLException {
        if (path.equals("/v1/bank")) {
            return Json.object()
                    .put("preset", "gray2005")
                    .put("branches", SCALE.branches())
                    .put("tellersPerBranch", SCALE.tellersPerBranch())
                    .put("accountsPerBranch", SCALE.accountsPerBranch())
                    .put("position", number(connection, "select position from journal_position"));
        }
        long id = Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
        return Json.object()
                .put(
                        "balance",
                        path.startsWith("/v1/accounts/")
                                ? number(connection, "select balance from account where account_id = ?", id)
                                : number(connection, "select till from teller where teller_id = ?", id));
    }

    private ObjectNode deposit(Connection connection, JsonNode transaction) throws SQLException {
        long account = transaction.path("account").asLong();
        long teller = transaction.path("teller").asLong();
        long amount = transaction.path("amount").asLong();
        String balanceOf = "select balance from account where account_id = ?";
        connection.setAutoCommit(false);
        long early = number(connection, balanceOf, account);
        if (fault == Fault.LOSES_UPDATES) {
            LockSupport.parkNanos(THOUGHT_NANOS);
        }
        long position = number(connection, "select position from journal_position for update") + 1;
        long balance = (fault == Fault.LOSES_UPDATES ? early : number(connection, balanceOf, account)) + amount;
        update(connection, "update journal_position set position = ?", position);
        update(connection, "update account set balance = ? where account_id = ?", balance, account);
        if (fault == Fault.COMMITS_IN_PARTS) {
            connection.commit();
        }
        update(connection, "update teller set till = till + ? where teller_id = ?", amount, teller);
        update(connection, "update branch set balance = balance + ? where branch_id = ?", amount, 0);
        update(connection, "insert into history values (?, ?, ?)", position, account, amount);
        connection.commit();
        return Json.object()
                .put("status", "committed")
                .put("position", position)
                .put("balance", balance);
    }

    private static long number(Connection connection, String sql, long... values) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, values);
                ResultSet result = statement.executeQuery()) {
            result.next();
            return result.getLong(1);
        }
    }

    private static void update(Connection connection, String sql, long... values) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, values)) {
            statement.executeUpdate();
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql, long... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setLong(i + 1, values[i]);
        }
        return statement;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("shutdown immediately");
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
