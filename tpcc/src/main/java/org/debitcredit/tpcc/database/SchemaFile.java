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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Creates the tables where they are missing. */
public final class SchemaFile {

    private static final String RESOURCE = "/tpcc/schema.sql";
    private static final String LAST_TABLE = "load_part";
    private static final Pattern CREATED = Pattern.compile("^create table (\\w+)");
    private static final Pattern INTEGER_KEY =
            Pattern.compile("\\b(\\w+)\\s+integer\\s+not null,.*primary key \\(\\1\\)", Pattern.DOTALL);

    private SchemaFile() {}

    /**
     * Creates the tables, unless the database has them already. Commits.
     *
     * @throws IllegalArgumentException when the database has other tables of these names
     */
    public static void create(Connection connection, DatabaseKind kind) throws SQLException {
        Set<String> existing = tables(connection);
        if (existing.contains(LAST_TABLE)) {
            return;
        }
        for (String sql : statements()) {
            Matcher created = CREATED.matcher(sql);
            if (created.find() && existing.contains(created.group(1))) {
                throw new IllegalArgumentException("the database has a table '" + created.group(1)
                        + "' that is not, or not completely, of this workload; use an empty database");
            }
        }
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements()) {
                // A table of SQLite with a key is kept in the order of its key only when it has no row numbers, or
                // when its key is one integer, which is then the row number and found fastest.
                boolean keyed = kind == DatabaseKind.SQLITE
                        && sql.contains("primary key")
                        && !INTEGER_KEY.matcher(sql).find();
                statement.execute(keyed ? sql + " without rowid" : sql);
            }
        }
        connection.commit();
    }

    /** Whether the database has the tables. */
    public static boolean exists(Connection connection) throws SQLException {
        return tables(connection).contains(LAST_TABLE);
    }

    private static Set<String> tables(Connection connection) throws SQLException {
        Set<String> names = new HashSet<>();
        try (ResultSet tables = connection
                .getMetaData()
                .getTables(
                        connection.getCatalog(), connection.getSchema(), null, new String[] {"TABLE", "BASE TABLE"})) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return names;
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
