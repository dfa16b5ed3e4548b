package org.debitcredit.tpcc.execute;

import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;

/** Placeholders of prepared statements. */
final class Parameters {

    private Parameters() {}

    static <T> Field<T> placeholder(Field<T> column) {
        return DSL.param(column.getName(), column.getDataType());
    }

    /** All columns equal to placeholders, in their order. */
    static Condition key(Field<?>... columns) {
        Condition all = DSL.noCondition();
        for (Field<?> column : columns) {
            all = all.and(equal(column));
        }
        return all;
    }

    private static <T> Condition equal(Field<T> column) {
        return column.eq(placeholder(column));
    }

    /** One placeholder for each column. */
    static Field<?>[] placeholders(Field<?>[] columns) {
        Field<?>[] placeholders = new Field<?>[columns.length];
        for (int i = 0; i < columns.length; i++) {
            placeholders[i] = placeholder(columns[i]);
        }
        return placeholders;
    }
}
