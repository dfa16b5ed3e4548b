package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.JOURNAL_POSITION;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.regex.Pattern;
import org.debitcredit.ledger.LedgerUnavailable;
import org.jooq.SQLDialect;

/**
 * The URL of a bank's database, and the user that opens it.
 *
 * @param url JDBC URL: of H2, PostgreSQL, MariaDB or SQLite
 * @param user may be empty
 * @param password may be empty; never shown
 * @param commitMode whether a commit waits for the database's own disk
 */
public record SqlDatabase(String url, String user, String password, CommitMode commitMode) {

    /** Secrets that a URL may contain: {@code user:password@host}, or parameters. */
    private static final Pattern SECRETS =
            Pattern.compile("(?<=//)[^/?]*@|(?<=[?&;])(\\w*password|user)=[^&;]*", Pattern.CASE_INSENSITIVE);

    private static final Pattern USER_BEFORE_HOST = Pattern.compile("//[^/?]*@");

    private static final String JDBC = "jdbc:";

    /** The list of migrations, which Flyway makes first. */
    static final String MIGRATIONS = "flyway_schema_history";

    /** Time limit of one attempt to get a connection. Callers may try again. */
    private static final long CONNECT_MILLIS = 5_000;

    /** Names as the migrations write them. */
    private static final String H2_NAMES = ";DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";

    /**
     * A database at a URL.
     *
     * @throws IllegalArgumentException if it is of a kind that is not known, if it has a user before the host, or if no
     *     driver can read it
     */
    public SqlDatabase {
        Dialect dialect = Dialect.ofUrl(url);
        if (dialect == Dialect.H2 && !url.contains(H2_NAMES)) {
            url += H2_NAMES;
        }
        if (USER_BEFORE_HOST.matcher(url).find()) {
            throw new IllegalArgumentException("the URL is '" + withoutSecrets(url)
                    + "', which has a user before the host. Drivers ignore that: give user and password as "
                    + "separate settings");
        }
        if (dialect.hasNetwork() && !isReadable(url)) {
            throw new IllegalArgumentException("the URL is '" + withoutSecrets(url) + "'; it must have the form "
                    + url.substring(0, url.indexOf(':', JDBC.length()) + 1) + "//HOST:PORT/NAME");
        }
    }

    /**
     * Drivers log URLs that they cannot parse. So they get the URL without parameters, which may contain a password.
     */
    private static boolean isReadable(String url) {
        try {
            return DriverManager.getDriver(url.replaceFirst("\\?.*", "")) != null;
        } catch (SQLException e) {
            return false;
        }
    }

    /** A database for a bank whose journal restores what the database loses. */
    public SqlDatabase(String url, String user, String password) {
        this(url, user, password, CommitMode.JOURNALED);
    }

    /** A new H2 database in this process's memory, with a unique name. */
    public static SqlDatabase h2InMemory() {
        return h2InMemory(UUID.randomUUID().toString());
    }

    /**
     * The H2 database of this name in this process's memory; made when there is none. It outlives its connections
     * ({@code DB_CLOSE_DELAY=-1}). Otherwise a pool that closes its last connection would delete the bank.
     */
    public static SqlDatabase h2InMemory(String name) {
        return new SqlDatabase("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", "", "");
    }

    /** Whether a text means a database by its URL. */
    public static boolean isUrl(String text) {
        return text.startsWith(JDBC);
    }

    /** The same with another mode. */
    public SqlDatabase with(CommitMode mode) {
        return new SqlDatabase(url, user, password, mode);
    }

    /**
     * Opens a pool: one connection for the writer, one for the migration and later for copying beside the writer, one
     * for each statement that is read at once. None is retired for its age.
     */
    HikariDataSource pool() {
        return pool(2 + StatementReader.AT_ONCE_MAX);
    }

    /**
     * Opens a pool.
     *
     * @param connections that are open at most
     */
    public HikariDataSource pool(int connections) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("bank");
        config.setJdbcUrl(url);
        config.setUsername(user.isEmpty() ? null : user);
        config.setPassword(password.isEmpty() ? null : password);
        config.setMinimumIdle(0);
        config.setMaximumPoolSize(connections);
        config.setMaxLifetime(0);
        config.setConnectionTimeout(CONNECT_MILLIS);
        config.setConnectionInitSql(dialect().sessionSql(commitMode));
        dialect().driverProperties(commitMode).forEach(config::addDataSourceProperty);
        return new HikariDataSource(config);
    }

    /**
     * Whether it is an H2 database, in memory or in a file. H2 does not guarantee that its files survive a crash, so
     * they are rebuilt at every start.
     */
    public boolean isRebuilt() {
        return dialect() == Dialect.H2;
    }

    /**
     * Removes all that an H2 database holds.
     *
     * @throws IllegalStateException if it holds tables but no bank, because they belong to something else
     */
    void clear() {
        try (Connection connection = DriverManager.getConnection(url, user, password)) {
            boolean isEmpty = !hasTable(connection, "%");
            if (!isEmpty && !hasTable(connection, JOURNAL_POSITION.getName()) && !isHalfMade(connection)) {
                throw new IllegalStateException(this + " holds other tables, which would be lost. Use a new file");
            }
        } catch (SQLException e) {
            throw SqlTrouble.of("inspecting " + this, dialect(), e);
        }
        execute("drop all objects");
    }

    /** Whether a start was cut off while it made the tables. */
    private static boolean isHalfMade(Connection connection) throws SQLException {
        return hasTable(connection, MIGRATIONS) && isNoneComplete(connection);
    }

    /** Whether none of the migrations on their list is complete. */
    static boolean isNoneComplete(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet complete =
                        statement.executeQuery("select count(*) from " + MIGRATIONS + " where success = true")) {
            return complete.next() && complete.getInt(1) == 0;
        }
    }

    /** Whether there is such a table, besides those in which H2 describes itself. */
    private static boolean hasTable(Connection connection, String pattern) throws SQLException {
        try (ResultSet tables = connection.getMetaData().getTables(null, null, pattern, new String[] {"BASE TABLE"})) {
            while (tables.next()) {
                if (!tables.getString("TABLE_SCHEM").equalsIgnoreCase("information_schema")) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Closes an H2 database, which deletes it if it is in memory. */
    void drop() {
        execute("shutdown immediately");
    }

    private void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(url, user, password);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw SqlTrouble.of(sql + " on " + this, dialect(), e);
        }
    }

    Dialect dialect() {
        return Dialect.ofUrl(url);
    }

    /** The dialect in which jOOQ renders statements for it. */
    public SQLDialect jooqDialect() {
        return dialect().jooq();
    }

    /**
     * The exception to throw for a failure of this database.
     *
     * @param what the operation
     * @return {@link LedgerUnavailable} if the failure is temporary, {@link IllegalStateException} otherwise
     */
    public RuntimeException failure(String what, SQLException cause) {
        return SqlTrouble.of(what, dialect(), cause);
    }

    /** A text that may be a URL, without its secrets. */
    public static String withoutSecrets(String url) {
        return SECRETS.matcher(url).replaceAll("");
    }

    @Override
    public String toString() {
        return withoutSecrets(url);
    }
}
