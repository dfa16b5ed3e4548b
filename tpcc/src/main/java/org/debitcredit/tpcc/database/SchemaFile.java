package org.debitcredit.tpcc.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Creates the tables where they are missing. */
public final class SchemaFile {

    private static final String RESOURCE = "/tpcc/schema.sql";
    private static final String LAST_TABLE = "load_part";

    private SchemaFile() {}

    /** Creates the tables, unless the database has them already. Commits. */
    public static void create(Connection connection, DatabaseKind kind) throws SQLException {
        if (exists(connection)) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements()) {
                // A table of SQLite with a key is kept in the order of its key only when it has no row numbers.
                boolean keyed = kind == DatabaseKind.SQLITE && sql.contains("primary key");
                statement.execute(keyed ? sql + " without rowid" : sql);
            }
        }
        connection.commit();
    }

    /** Whether the database has the tables. */
    public static boolean exists(Connection connection) throws SQLException {
        try (ResultSet tables = connection
                .getMetaData()
                .getTables(
                        connection.getCatalog(), connection.getSchema(), null, new String[] {"TABLE", "BASE TABLE"})) {
            while (tables.next()) {
                if (LAST_TABLE.equalsIgnoreCase(tables.getString("TABLE_NAME"))) {
                    return true;
                }
            }
        }
        return false;
    }

    static List<String> statements() {
        try (InputStream in = SchemaFile.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing in this jar");
            }
            String sql = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("--[^\n]*", "");
            List<String> statements = new ArrayList<>();
            for (String part : sql.split(";", -1)) {
                if (!part.isBlank()) {
                    statements.add(part.strip());
                }
            }
            return statements;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
