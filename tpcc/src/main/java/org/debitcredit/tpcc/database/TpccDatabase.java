package org.debitcredit.tpcc.database;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
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

    public TpccDatabase {
        DatabaseKind.ofUrl(url);
    }

    /** Which product. */
    public DatabaseKind kind() {
        return DatabaseKind.ofUrl(url);
    }

    /** Whether its content ends with the process. */
    public boolean isInMemory() {
        return switch (kind()) {
            case SQLITE -> url.contains(":memory:") || url.contains("mode=memory");
            case H2 -> url.startsWith("jdbc:h2:mem:");
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
            case SQLITE -> "durable: WAL, synchronous FULL";
            case H2 -> "durable after up to half a second: H2 writes its file later than it commits";
            case POSTGRESQL ->
                "synchronous_commit is " + first(connection, "show synchronous_commit") + ", fsync is "
                        + first(connection, "show fsync");
            case MARIADB ->
                "innodb_flush_log_at_trx_commit is " + first(connection, "select @@innodb_flush_log_at_trx_commit");
        };
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
        return url.replaceFirst("[?;].*", "");
    }
}
