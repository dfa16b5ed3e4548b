package org.debitcredit.ledger.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.jooq.exception.DataAccessException;

/**
 * Where a bank's database is and who may open it.
 *
 * @param url JDBC URL of an H2 or PostgreSQL database
 * @param user may be empty
 * @param password may be empty
 */
public record SqlDatabase(String url, String user, String password) {

    /** A new H2 database in this process's memory, of a name of its own. */
    public static SqlDatabase h2InMemory() {
        return h2InMemory(UUID.randomUUID().toString());
    }

    /**
     * The H2 database of this name in this process's memory; made when there is none. It outlives its connections:
     * {@code DB_CLOSE_DELAY=-1}, or a pool that retires its last connection deletes the bank.
     */
    public static SqlDatabase h2InMemory(String name) {
        return new SqlDatabase(
                "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
                "",
                "");
    }

    /**
     * Opens a pool: one connection for the writer, one for the migration and later for copying beside the writer. Neither
     * is retired for its age.
     */
    HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setPoolName("bank");
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMinimumIdle(0);
        config.setMaximumPoolSize(2);
        config.setMaxLifetime(0);
        config.setConnectionInitSql(dialect().sessionSql());
        return new HikariDataSource(config);
    }

    /** Ends an H2 database with all that is in it, if it is in memory and still there. */
    void drop() {
        try (Connection connection = DriverManager.getConnection(url, user, password);
                Statement statement = connection.createStatement()) {
            statement.execute("shutdown immediately");
        } catch (SQLException e) {
            throw new DataAccessException("cannot drop " + this, e);
        }
    }

    Dialect dialect() {
        return Dialect.ofUrl(url);
    }

    @Override
    public String toString() {
        return url;
    }
}
