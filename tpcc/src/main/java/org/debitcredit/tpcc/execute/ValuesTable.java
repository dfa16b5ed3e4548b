package org.debitcredit.tpcc.execute;

import static org.debitcredit.tpcc.execute.Parameters.placeholders;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.values;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jooq.Field;
import org.jooq.RowN;
import org.jooq.Table;

/** A table of placeholders, which a statement joins. Its columns are named and typed as those of another table. */
final class ValuesTable {

    private final String alias;
    private final Field<?>[] columns;
    private final int count;

    /** @param count of rows; each has a placeholder for each column */
    ValuesTable(String alias, int count, Field<?>... columns) {
        this.alias = alias;
        this.count = count;
        this.columns = columns;
    }

    Table<?> table() {
        RowN[] rows =
                Collections.nCopies(count, row(List.of(placeholders(columns)))).toArray(RowN[]::new);
        return values(rows).as(alias, Arrays.stream(columns).map(Field::getName).toArray(String[]::new));
    }

    /** The column that is named as this one. */
    <T> Field<T> column(Field<T> like) {
        return field(name(alias, like.getName()), like.getDataType());
    }
}
