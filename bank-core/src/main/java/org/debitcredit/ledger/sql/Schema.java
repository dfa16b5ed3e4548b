package org.debitcredit.ledger.sql;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;

/** The tables of a bank, which are created or upgraded to this version of the code. */
final class Schema {

    private Schema() {}

    /**
     * Creates or upgrades the schema.
     *
     * @throws IllegalStateException if the database would not last, holds other tables, or has a schema of a later
     *     version, which is not changed
     */
    static void make(SqlDatabase database, DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            database.dialect().requireFit(database, connection);
        }
        try {
            Flyway.configure()
                    .dataSource(pool)
                    .locations(database.dialect().migrations())
                    .ignoreMigrationPatterns(new String[0])
                    .load()
                    .migrate();
        } catch (FlywayValidateException e) {
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
}
