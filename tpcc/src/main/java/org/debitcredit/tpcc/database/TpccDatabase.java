package org.debitcredit.tpcc.database;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A database by its JDBC URL.
 *
 * @param user null where the URL has one or the database needs none
 * @param password likewise
 */
public record TpccDatabase(
        String url, @Nullable String user, @Nullable String password) {

    private static final String SQLITE_PREFIX = "jdbc:sqlite:";
    private static final String H2_MEMORY = "jdbc:h2:mem:";

    /** Of SQLite's values of synchronous, by number: with the last two a commit outlives a loss of power. */
    private static final List<String> SYNCHRONOUS = List.of("OFF", "NORMAL", "FULL", "EXTRA");

    private static final int FULL = 2;

    public TpccDatabase {
        DatabaseKind.ofUrl(url);
        if (withoutOptions(url).equals(H2_MEMORY)) {
            throw new IllegalArgumentException("the database at " + H2_MEMORY + " has no name, so that each connection "
                    + "would have one of its own; name it, for example " + H2_MEMORY + "tpcc");
        }
    }

    /** Which product. */
    public DatabaseKind kind() {
        return DatabaseKind.ofUrl(url);
    }

    /** Whether its content ends with the process. */
    public boolean isInMemory() {
        return switch (kind()) {
            // Without a name it is a temporary one, whose file SQLite makes and deletes.
            case SQLITE ->
                withoutOptions(url).equals(SQLITE_PREFIX) || url.contains(":memory:") || url.contains("mode=memory");
            case H2 -> url.startsWith(H2_MEMORY);
            case POSTGRESQL, MARIADB -> false;
        };
    }

    /** Whether only one connection can execute. */
    public boolean isSingleConnection() {
        return kind() == DatabaseKind.SQLITE;
    }

    /** Opens a connection without automatic commits. */
    public Connection open() throws SQLException {
        Properties properties = new Properties();
        kind().properties(isInMemory()).forEach(properties::setProperty);
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        Connection connection = DriverManager.getConnection(url, properties);
        try {
            try (Statement statement = connection.createStatement()) {
                for (String sql : kind().sessionSql()) {
                    statement.execute(sql);
                }
            }
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    /** Product and version in words. */
    public String describe(Connection connection) throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        return metadata.getDatabaseProductName() + " " + metadata.getDatabaseProductVersion()
                + (isInMemory() ? ", in memory" : "");
    }

    /** Whether what was committed outlives a crash, in words. */
    public String durability(Connection connection) throws SQLException {
        if (isInMemory()) {
            return "not durable: the database is in memory";
        }
        return switch (kind()) {
            case SQLITE -> ofSqlite(connection);
            case H2 -> "durable after up to half a second: H2 writes its file later than it commits";
            case POSTGRESQL ->
                "synchronous_commit is " + first(connection, "show synchronous_commit") + ", fsync is "
                        + first(connection, "show fsync");
            case MARIADB ->
                "innodb_flush_log_at_trx_commit is " + first(connection, "select @@innodb_flush_log_at_trx_commit");
        };
    }

    private static String ofSqlite(Connection connection) throws SQLException {
        String file = first(connection, "select coalesce(file, '') from pragma_database_list where name = 'main'");
        String journal = first(connection, "pragma journal_mode").toUpperCase(Locale.ROOT);
        int synchronous = Integer.parseInt(first(connection, "pragma synchronous"));
        boolean isForced = !journal.equals("MEMORY") && !journal.equals("OFF") && synchronous >= FULL;
        boolean isDurable = isForced && !file.isEmpty();
        return (isDurable ? "durable: " : "not durable: ") + journal + ", synchronous " + SYNCHRONOUS.get(synchronous);
    }

    private static String withoutOptions(String url) {
        return url.replaceFirst("[?;].*", "");
    }

    private static String first(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                java.sql.ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "unknown";
        }
    }

    /** Without user and password. */
    @Override
    public String toString() {
        return withoutOptions(url);
    }
}
