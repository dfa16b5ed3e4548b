package org.debitcredit.tpcc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.tpcc.check.Conditions;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.load.Loader;

/** A small database in memory. */
public final class LoadedDatabase implements AutoCloseable {

    public static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05.678901Z"), ZoneOffset.UTC);
    public static final TpccScale SCALE = new TpccScale(2, 200, 60);
    public static final long SEED = 7;

    private static int names;

    private final TpccDatabase database;
    private final Connection connection;

    private LoadedDatabase(TpccDatabase database) throws SQLException {
        this.database = database;
        this.connection = database.open();
    }

    public static LoadedDatabase empty(String kind) throws SQLException {
        return new LoadedDatabase(new TpccDatabase(
                kind.equals("sqlite") ? "jdbc:sqlite::memory:" : "jdbc:h2:mem:tpcc" + names++, null, null));
    }

    public static LoadedDatabase of(String kind) throws SQLException {
        LoadedDatabase loaded = empty(kind);
        loaded.loader().load(SCALE, SEED, (table, rows, total) -> {});
        return loaded;
    }

    public Loader loader() {
        return new Loader(connection, database.kind(), CLOCK);
    }

    public TpccDatabase database() {
        return database;
    }

    public Connection connection() {
        return connection;
    }

    /** The numbers of the conditions that do not hold. */
    public List<Integer> broken(boolean afterLoad) throws SQLException {
        List<Integer> broken = new ArrayList<>();
        try {
            Conditions.check(connection, database.kind(), SCALE, afterLoad, result -> {
                if (!result.holds()) {
                    broken.add(result.condition().number());
                }
            });
        } finally {
            connection.rollback();
        }
        return broken;
    }

    public void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }

    /** The numbers of the conditions that do not hold after some statements, which are rolled back then. */
    public List<Integer> brokenBy(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        }
        return broken(true);
    }

    /** Makes every commit of a payment fail on SQLite, until the trigger {@code dangling} is dropped. */
    public void failNextCommits() throws SQLException {
        // The setting has no effect within a transaction.
        connection.setAutoCommit(true);
        run("pragma foreign_keys = on");
        connection.setAutoCommit(false);
        run("create table parent (id integer primary key)");
        run("create table child (id integer references parent deferrable initially deferred)");
        run("create trigger dangling after insert on history begin insert into child values (1); end");
    }

    public long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
