package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The workload derived from TPC-C over the wire on real databases, with more threads than warehouses: load, check, a
 * run in which the server or the database is killed, and check.
 */
class TpccIT {

    private static final int THREADS = 8;
    private static final int ORDERS_BEFORE_KILL = 200;
    private static final Duration ORDERS_TIME_MAX = Duration.ofSeconds(60);
    private static final Duration ASKED_EVERY = Duration.ofMillis(50);

    @TempDir
    private Path folder;

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void theConditionsHoldOnPostgresAfterAKill() throws Exception {
        try (PostgresServer postgres = PostgresServer.start(folder)) {
            SqlDatabase database = postgres.create();
            try (TestedTpccServer server = server(database, "killed")) {
                load(server, 1);
                killInRun(server, database);
            }
            requireConsistent(database);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void theConditionsHoldOnPostgresAfterRuns() throws Exception {
        try (PostgresServer postgres = PostgresServer.start(folder)) {
            proveAll(postgres.create());
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void theConditionsHoldOnMariaDbAfterRuns() throws Exception {
        try (MariaDbServer mariaDb = MariaDbServer.start(folder)) {
            proveAll(mariaDb.create());
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aServerServesAgainWhenItsPostgresWasKilled() throws Exception {
        try (DatabaseServer postgres = new KillablePostgres(folder)) {
            killDatabaseInRun(postgres);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aServerServesAgainWhenItsMariaDbWasKilled() throws Exception {
        try (DatabaseServer mariaDb = new KillableMariaDb(folder)) {
            killDatabaseInRun(mariaDb);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void theConditionsHoldOnH2InMemoryAndInAFile() {
        for (String url : List.of("jdbc:h2:mem:tpcc", "jdbc:h2:file:" + folder.resolve("tpcc"))) {
            try (TestedTpccServer server = server(new SqlDatabase(url, "sa", ""), "h2")) {
                load(server, 1);
                requireNoFailure(server);
                requireConsistent(server);
            }
        }
    }

    /** A check has no deadline. */
    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aCheckOfAServerThatHangsEnds() {
        try (TestedTpccServer server = server(new SqlDatabase("jdbc:h2:mem:hangs", "sa", ""), "hangs")) {
            server.signal("STOP");
            CommandRun check = tpcc(server, "check", "--json");
            server.signal("CONT");
            assertThat(check.exitCode()).as(check.toString()).isEqualTo(1);
            assertThat(check.stderr()).contains("no server answers at " + server.address());
        }
    }

    private void killDatabaseInRun(DatabaseServer databases) throws Exception {
        SqlDatabase database = databases.create();
        try (TestedTpccServer server = server(database, "database-killed")) {
            load(server, 1);
            long before = orders(database);
            CompletableFuture<CommandRun> run = CompletableFuture.supplyAsync(() ->
                    run(server, "--terminals", "" + 2 * THREADS, "--no-think", "--duration", "30s", "--warm-up", "0s"));
            Awaitility.await()
                    .atMost(ORDERS_TIME_MAX)
                    .pollInterval(ASKED_EVERY)
                    .until(() -> run.isDone() || orders(database) > before + ORDERS_BEFORE_KILL);
            databases.kill9();
            databases.restart();
            assertThat(run.join().exitCode()).as(run.join().toString()).isEqualTo(1);
            assertThat(run.join().json().required("failed").longValue()).isPositive();
            requireConsistent(server);
            requireNoFailure(server);
            requireConsistent(server);
        }
    }

    private void requireNoFailure(TestedTpccServer server) {
        JsonNode json = run(server, "--terminals", "32", "--no-think", "--duration", "5s", "--warm-up", "2s")
                .json();
        assertThat(json.required("failed").longValue()).as(json.toString()).isZero();
        assertThat(json.required("newOrdersPerMinute").doubleValue())
                .as(json.toString())
                .isPositive();
    }

    private void proveAll(SqlDatabase database) throws Exception {
        try (TestedTpccServer server = server(database, "load")) {
            load(server, 2);
        }
        runToTheEnd(database, "--terminals", "32", "--no-think", "--duration", "10s", "--warm-up", "2s");
        runToTheEnd(database, "--rate", "50", "--patience", "40s", "--warm-up", "2s");
        try (TestedTpccServer server = server(database, "killed")) {
            killInRun(server, database);
        }
        requireConsistent(database);
    }

    private static void load(TestedTpccServer server, int warehouses) {
        CommandRun load = tpcc(server, "load", "--warehouses", "" + warehouses, "--json");
        assertThat(load.exitCode()).as(load.toString()).isZero();
        assertThat(load.json().required("warehouses").intValue()).isEqualTo(warehouses);
        CommandRun check = tpcc(server, "check", "--after-load", "--json");
        assertThat(check.exitCode()).as(check.toString()).isZero();
        assertThat(check.json().required("conditions")).hasSize(12);
    }

    /** No transaction may fail; whether its percentiles can be believed on this machine is another question. */
    private void runToTheEnd(SqlDatabase database, String... load) {
        try (TestedTpccServer server = server(database, "run")) {
            JsonNode json = run(server, load).json();
            assertThat(json.required("failed").longValue()).as(json.toString()).isZero();
            assertThat(json.required("newOrdersPerMinute").doubleValue())
                    .as(json.toString())
                    .isPositive();
            assertThat(json.required("deferredDeliveries").required("inTime").booleanValue())
                    .as(json.toString())
                    .isTrue();
        }
        requireConsistent(database);
    }

    private void killInRun(TestedTpccServer server, SqlDatabase database) throws Exception {
        long before = orders(database);
        CompletableFuture<CommandRun> run = CompletableFuture.supplyAsync(() ->
                run(server, "--terminals", "" + 2 * THREADS, "--no-think", "--duration", "1h", "--warm-up", "0s"));
        Awaitility.await()
                .atMost(ORDERS_TIME_MAX)
                .pollInterval(ASKED_EVERY)
                .until(() -> run.isDone() || orders(database) > before + ORDERS_BEFORE_KILL);
        server.kill9();
        assertThat(run.join().exitCode()).as(run.join().toString()).isEqualTo(1);
        assertThat(run.join().stderr()).contains("broke the run off, so that it has no result");
    }

    private void requireConsistent(SqlDatabase database) {
        try (TestedTpccServer server = server(database, "check")) {
            requireConsistent(server);
        }
    }

    private static void requireConsistent(TestedTpccServer server) {
        CommandRun check = tpcc(server, "check", "--json");
        assertThat(check.exitCode()).as(check.toString()).isZero();
        assertThat(check.json().required("conditions")).hasSize(11);
    }

    private TestedTpccServer server(SqlDatabase database, String name) {
        return TestedTpccServer.start(database, THREADS, folder.resolve(name + ".log"));
    }

    private CommandRun run(TestedTpccServer server, String... load) {
        List<String> arguments = new ArrayList<>(List.of(load));
        arguments.addAll(List.of("--json", "--report", folder.resolve("report").toString()));
        return tpcc(server, "run", arguments.toArray(String[]::new));
    }

    private static CommandRun tpcc(TestedTpccServer server, String command, String... arguments) {
        List<String> line = new ArrayList<>(List.of(Artifacts.java().toString()));
        line.addAll(ServerCommand.SHORT_LIVED);
        line.addAll(List.of("-jar", Artifacts.terminalJar().toString(), "tpcc", command, "--url", server.address()));
        line.addAll(List.of(arguments));
        return CommandRun.of(line, Map.of());
    }

    private static long orders(SqlDatabase database) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.url(), database.user(), database.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select sum(d_next_o_id) from district")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
