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
import java.util.Set;

/** Creates the tables where they are missing. */
public final class SchemaFile {

    private static final String RESOURCE = "/tpcc/schema.sql";
    private static final String LAST_TABLE = "load_part";

    /**
     * Tables of short rows, which SQLite keeps in the order of their keys when they have no row numbers. Long rows are
     * found faster by an index of their keys alone: a page of the tree holds only some of them.
     */
    private static final Set<String> SHORT_ROWS = Set.of("district", "new_order", "orders", "order_line");

    private SchemaFile() {}

    /** Creates the tables, unless the database has them already. Commits. */
    public static void create(Connection connection, DatabaseKind kind) throws SQLException {
        if (exists(connection)) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements()) {
                statement.execute(kind == DatabaseKind.SQLITE && hasShortRows(sql) ? sql + " without rowid" : sql);
            }
        }
        connection.commit();
    }

    private static boolean hasShortRows(String createTable) {
        return SHORT_ROWS.stream().anyMatch(table -> createTable.startsWith("create table " + table + " "));
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
