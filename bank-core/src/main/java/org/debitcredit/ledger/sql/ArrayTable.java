package org.debitcredit.ledger.sql;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.table;

import java.util.ArrayList;
import java.util.List;
import org.jooq.Field;
import org.jooq.QueryPart;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** A set of rows made of array parameters, one {@code bigint[]} per column: {@code unnest(?, ?, ...) as k (...)}. */
final class ArrayTable {

    private ArrayTable() {}

    /** The table {@code k} with these columns, in the order of its parameters. */
    static Table<?> of(String... columns) {
        List<String> places = new ArrayList<>();
        List<QueryPart> arrays = new ArrayList<>();
        for (String column : columns) {
            places.add("{" + arrays.size() + "}");
            arrays.add(param(column, SQLDataType.BIGINT.array()));
        }
        return table("unnest(" + String.join(", ", places) + ")", arrays.toArray(new QueryPart[0]))
                .as("k", columns);
    }

    /** A column of the table. */
    static Field<Long> column(String column) {
        return field(name("k", column), SQLDataType.BIGINT);
    }
}
