package org.debitcredit.ledger.sql;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.param;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Field;
import org.jooq.QueryPart;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/**
 * A set of rows of 64-bit numbers as the only parameters of a statement: the table {@code k}, whatever the number of
 * rows. The statement is executed for at most {@value #PART_ROWS} of them at a time, because MariaDB ends the
 * connection when a statement is longer than {@code max_allowed_packet}, 16 MiB by default.
 */
enum RowSet {

    /** {@code unnest(?, ?, ...) as k (...)}: an array for each column. */
    ARRAYS {
        @Override
        Table<?> table(String... columns) {
            return unnest(columns);
        }

        @Override
        void bind(PreparedStatement statement, int from, int end, LongColumn... columns) throws SQLException {
            for (int i = 0; i < columns.length; i++) {
                statement.setObject(i + 1, columns[i].toArray(from, end));
            }
        }
    },

    /** The same for drivers that do not accept arrays of primitives. */
    BOXED_ARRAYS {
        @Override
        Table<?> table(String... columns) {
            return unnest(columns);
        }

        @Override
        void bind(PreparedStatement statement, int from, int end, LongColumn... columns) throws SQLException {
            for (int i = 0; i < columns.length; i++) {
                statement.setObject(i + 1, columns[i].toBoxedArray(from, end));
            }
        }
    },

    /** {@code json_table(?, ...)} of SQL:2016: all rows as one JSON text, {@code [[1,2],[3,4]]}. */
    JSON_TABLE {
        @Override
        Table<?> table(String... columns) {
            return json("json_table({0}, '$[*]' columns (", "% bigint path '$[#]'", "))", columns);
        }

        @Override
        void bind(PreparedStatement statement, int from, int end, LongColumn... columns) throws SQLException {
            statement.setString(1, LongColumn.toJson(from, end, columns));
        }
    },

    /** SQLite's {@code json_each(?)}, with the same text. */
    JSON_EACH {
        @Override
        Table<?> table(String... columns) {
            return json("(select ", "json_extract(value, '$[#]') as %", " from json_each({0}))", columns);
        }

        @Override
        void bind(PreparedStatement statement, int from, int end, LongColumn... columns) throws SQLException {
            statement.setString(1, LongColumn.toJson(from, end, columns));
        }
    };

    /** Rows of one execution: with eight of the longest numbers each, they take 3.4 MB of text. */
    static final int PART_ROWS = 20_000;

    private static final String ALIAS = "k";

    /** The table {@code k} with these columns. */
    abstract Table<?> table(String... columns);

    /** Sets the parameters of the table to some of the rows. */
    abstract void bind(PreparedStatement statement, int from, int end, LongColumn... columns) throws SQLException;

    /** Receives a row of a result. */
    @FunctionalInterface
    interface RowVisitor {
        void row(ResultSet result) throws SQLException;
    }

    /** Executes an update for a set of rows, and returns how many rows it changed. */
    int update(PreparedStatement statement, LongColumn... columns) throws SQLException {
        int changed = 0;
        int size = columns[0].size();
        for (int from = 0; from < size; from += PART_ROWS) {
            bind(statement, from, Math.min(size, from + PART_ROWS), columns);
            changed += statement.executeUpdate();
        }
        return changed;
    }

    /** Executes a query for a set of rows. */
    void query(PreparedStatement statement, RowVisitor visitor, LongColumn... columns) throws SQLException {
        int size = columns[0].size();
        for (int from = 0; from < size; from += PART_ROWS) {
            bind(statement, from, Math.min(size, from + PART_ROWS), columns);
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    visitor.row(result);
                }
            }
        }
    }

    /** A column of the table. */
    static Field<Long> column(String column) {
        return field(DSL.name(ALIAS, column), SQLDataType.BIGINT);
    }

    private static Table<?> unnest(String... columns) {
        List<String> places = new ArrayList<>();
        List<QueryPart> arrays = new ArrayList<>();
        for (String column : columns) {
            places.add("{" + arrays.size() + "}");
            arrays.add(param(column, SQLDataType.BIGINT.array()));
        }
        return DSL.table("unnest(" + String.join(", ", places) + ")", arrays.toArray(new QueryPart[0]))
                .as(ALIAS, columns);
    }

    /**
     * @param each of a column, with % for its name and # for its index
     */
    private static Table<?> json(String before, String each, String after, String... columns) {
        List<String> parts = new ArrayList<>();
        for (String column : columns) {
            parts.add(each.replace("%", column).replace("#", String.valueOf(parts.size())));
        }
        return DSL.table(before + String.join(", ", parts) + after, param("rows", SQLDataType.VARCHAR))
                .as(ALIAS);
    }
}
