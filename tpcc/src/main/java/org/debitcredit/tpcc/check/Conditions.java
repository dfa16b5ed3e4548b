package org.debitcredit.tpcc.check;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.database.DatabaseKind;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record;

/** Checks the conditions on a database at rest. */
public final class Conditions {

    /** At most so many offenders are shown; all are counted. */
    private static final int SHOWN_MAX = 10;

    /**
     * What one condition found.
     *
     * @param shown the first offenders as text
     * @param offenders how many there are
     */
    public record Result(ConsistencyCondition condition, List<String> shown, long offenders) {

        /** Whether the condition holds. */
        public boolean holds() {
            return offenders == 0;
        }
    }

    private Conditions() {}

    /**
     * Checks each condition in turn, within the transaction of the connection; the caller ends it.
     *
     * @param afterLoad whether no transaction has run since the load
     */
    public static void check(
            Connection connection, DatabaseKind kind, TpccScale scale, boolean afterLoad, Consumer<Result> results) {
        DSLContext jooq = kind.jooq(connection);
        for (ConsistencyCondition condition : ConsistencyCondition.values()) {
            if (afterLoad || !condition.isForLoadOnly()) {
                results.accept(check(jooq, scale, condition));
            }
        }
    }

    private static Result check(DSLContext jooq, TpccScale scale, ConsistencyCondition condition) {
        List<String> shown = new ArrayList<>();
        long offenders = 0;
        try (Cursor<? extends Record> rows = jooq.fetchLazy(condition.offenders(scale))) {
            for (Record row : rows) {
                if (++offenders <= SHOWN_MAX) {
                    shown.add(row.intoMap().toString());
                }
            }
        }
        return new Result(condition, shown, offenders);
    }
}
