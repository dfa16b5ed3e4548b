package org.debitcredit.ledger.sql;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.param;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Field;
import org.jooq.QueryPart;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** A set of rows of 64-bit numbers as parameters of a statement: the table {@code k}, whatever the number of rows. */
enum RowSet {

    /** {@code unnest(?, ?, ...) as k (...)}: an array for each column. */
    ARRAYS {
        @Override
        Table<?> table(String... columns) {
            return unnest(columns);
        }

        @Override
        void bind(PreparedStatement statement, int place, LongColumn... columns) throws SQLException {
            for (int i = 0; i < columns.length; i++) {
                statement.setObject(place + i, columns[i].toArray());
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
        void bind(PreparedStatement statement, int place, LongColumn... columns) throws SQLException {
            for (int i = 0; i < columns.length; i++) {
                statement.setObject(place + i, columns[i].toBoxedArray());
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
        void bind(PreparedStatement statement, int place, LongColumn... columns) throws SQLException {
            statement.setString(place, LongColumn.toJson(columns));
        }
    },

    /** SQLite's {@code json_each(?)}, with the same text. */
    JSON_EACH {
        @Override
        Table<?> table(String... columns) {
            return json("(select ", "json_extract(value, '$[#]') as %", " from json_each({0}))", columns);
        }

        @Override
        void bind(PreparedStatement statement, int place, LongColumn... columns) throws SQLException {
            statement.setString(place, LongColumn.toJson(columns));
        }
    };

    private static final String ALIAS = "k";

    /** The table {@code k} with these columns. */
    abstract Table<?> table(String... columns);

    /** Sets the parameters of the table, of which the first has this place in the statement. */
    abstract void bind(PreparedStatement statement, int place, LongColumn... columns) throws SQLException;

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
