package org.debitcredit.tpcc.check;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.sum;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Select;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;

/**
 * Adds terms from several tables by a common key. Every table is read once, whatever plan a database chooses; a join of
 * two sums would be a loop within a loop on some.
 */
final class Sums {

    private static final String TERM = "term";

    private final String[] key;
    private @Nullable Select<Record> terms;

    private Sums(String... key) {
        this.key = key;
    }

    /** Sums by the columns of a key, which get these names. */
    static Sums by(String... key) {
        return new Sums(key);
    }

    /** Adds a term of each row. */
    Sums plus(Table<?> rows, Field<? extends Number> term, Field<?>... keyed) {
        List<Field<?>> columns = new ArrayList<>();
        for (int i = 0; i < key.length; i++) {
            columns.add(keyed[i].as(key[i]));
        }
        columns.add(term.cast(Long.class).as(TERM));
        Select<Record> added = select(columns).from(rows);
        terms = terms == null ? added : terms.unionAll(added);
        return this;
    }

    /** The keys whose sum is another. */
    Select<?> notEqual(long expected) {
        if (terms == null) {
            throw new IllegalStateException("no term was added");
        }
        List<Field<?>> columns = new ArrayList<>();
        for (String column : key) {
            columns.add(field(name(column), Integer.class));
        }
        Field<BigDecimal> sum = sum(field(name(TERM), Long.class));
        List<Field<?>> shown = new ArrayList<>(columns);
        shown.add(sum.as("difference"));
        return select(shown)
                .from(terms.asTable("terms"))
                .groupBy(columns)
                .having(sum.ne(inline(BigDecimal.valueOf(expected))));
    }
}
