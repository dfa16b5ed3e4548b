package org.debitcredit.ledger.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.debitcredit.ledger.sql.schema.DefaultSchema;
import org.debitcredit.storage.WrittenByLaterRelease;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.jooq.Table;

/**
 * Creates the tables of a bank, or upgrades them to this version of the code. A migration has the number of the schema
 * version that it produces, with a part after the point if it is specific to one database.
 */
final class Schema {

    static final int VERSION = 5;

    private static final int VERSION_FIRST = 1;

    private Schema() {}

    /**
     * Creates or upgrades the schema.
     *
     * @throws IllegalStateException if the database is not durable or cannot store a bank's data, holds other tables,
     *     or has a schema that cannot be upgraded
     * @throws WrittenByLaterRelease if a later release has changed the schema; the schema is not touched
     */
    static void make(SqlDatabase database, DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            database.dialect().requireFit(database, connection);
            if (database.dialect() == Dialect.MARIADB) {
                dropHalfMade(connection);
            }
        }
        try {
            Flyway.configure()
                    .dataSource(pool)
                    .locations(database.dialect().migrations())
                    .ignoreMigrationPatterns(new String[0])
                    .load()
                    .migrate();
        } catch (FlywayValidateException e) {
            try (Connection connection = pool.getConnection()) {
                requireKnown(database, connection);
            }
            throw new IllegalStateException(
                    "the schema of " + database
                            + " was not created by this version, and this version cannot upgrade it: " + e.getMessage(),
                    e);
        } catch (FlywayException e) {
            if (e.getErrorCode() != CoreErrorCode.NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE) {
                throw e;
            }
            throw new IllegalStateException(
                    database + " holds other tables. Use an empty database or an empty schema", e);
        }
    }

    /**
     * Drops what a start left that was cut off while it made the first tables, which MariaDB commits one by one. Such a
     * schema has the list of migrations, which is made in an empty schema only, and no complete one on it.
     */
    private static void dropHalfMade(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean isBegun = !"0"
                    .equals(Dialect.first(
                            connection,
                            "select count(*) from information_schema.tables where table_schema = database()"
                                    + " and table_name = '" + SqlDatabase.MIGRATIONS + "'"));
            if (!isBegun || !SqlDatabase.isNoneComplete(connection)) {
                return;
            }
            for (Table<?> table : DefaultSchema.DEFAULT_SCHEMA.getTables()) {
                statement.execute("drop table if exists " + table.getName());
            }
            statement.execute("drop table " + SqlDatabase.MIGRATIONS);
        }
    }

    /**
     * Checks that no later release has changed the schema of a database that has one.
     *
     * @throws WrittenByLaterRelease if one has
     */
    static void requireKnown(SqlDatabase database, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet versions =
                        statement.executeQuery("select version from flyway_schema_history where version is not null")) {
            while (versions.next()) {
                int version = Integer.parseInt(versions.getString(1).split("[._]", 2)[0]);
                if (version > VERSION) {
                    throw WrittenByLaterRelease.ofVersion("the schema of " + database, version, VERSION_FIRST, VERSION);
                }
            }
        }
    }
}
