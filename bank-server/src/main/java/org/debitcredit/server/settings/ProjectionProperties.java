package org.debitcredit.server.settings;

import java.nio.file.Path;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.projection.ProjectionOpener;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The database that the journal is projected into, for statements, {@code bank.projection.*}.
 *
 * @param url JDBC URL of SQLite, PostgreSQL or MariaDB; empty for no projection
 * @param user may be empty
 * @param password better given by the environment, {@code BANK_PROJECTION_PASSWORD}, or in a file
 * @param passwordFile its first line is the password; null for none
 * @param backlogMax how much of the journal is kept for it at most; half of what the journal may take when null
 */
public record ProjectionProperties(
        @DefaultValue("") String url,
        @DefaultValue("") String user,
        @DefaultValue("") String password,
        @Nullable Path passwordFile,
        @Nullable DataSize backlogMax) {

    private static final String PREFIX = "bank.projection";

    public ProjectionProperties {
        Password.requireOne(PREFIX, password, passwordFile);
        if (backlogMax != null) {
            Limit.PROJECTION_BACKLOG_MAX.require(backlogMax);
        }
        if (!url.isEmpty()) {
            requireLasting(url);
        }
    }

    /** Refuses a database that may not survive every end of the process. */
    private static void requireLasting(String url) {
        if (!SqlDatabase.isUrl(url)) {
            throw new IllegalArgumentException(PREFIX + ".url is '" + SqlDatabase.withoutSecrets(url)
                    + "'; it must be a JDBC URL, such as jdbc:sqlite:FILE");
        }
        SqlDatabase database = database(url);
        if (database.isRebuilt()) {
            throw new IllegalArgumentException(PREFIX + ".url is '" + database
                    + "', but H2 files may be damaged by a crash. Use jdbc:sqlite:FILE");
        }
    }

    private static SqlDatabase database(String url) {
        try {
            return new SqlDatabase(url, "", "");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(PREFIX + ".url: " + e.getMessage());
        }
    }

    /** How the projection is opened; null for no projection. */
    @Nullable
    ProjectionOpener opener() {
        if (url.isEmpty()) {
            return null;
        }
        SqlDatabase database =
                new SqlDatabase(url, user, Password.read(PREFIX + ".password-file", password, passwordFile));
        return (identity, progress) -> SqlLedger.open(database, identity, progress);
    }

    @Override
    public String toString() {
        return url.isEmpty() ? "none" : new SqlDatabase(url, "", "") + ", user " + user;
    }
}
