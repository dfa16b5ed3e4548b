package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.debitcredit.ledger.sql.schema.Tables.HISTORY_BASE;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.sum;

import java.math.BigDecimal;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BranchHistory;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record3;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** Adds the history up by branch: its rows, and the base that a loaded snapshot left for those it has not. */
final class HistoryQuery {

    private final BankScale scale;
    private final DSLContext jooq;

    HistoryQuery(BankScale scale, DSLContext jooq) {
        this.scale = scale;
        this.jooq = jooq;
    }

    BranchHistory fetch() {
        BranchHistory history = BranchHistory.none(scale.branches());
        Field<BigDecimal> rows = exact(count()).as("postings");
        Field<BigDecimal> amount = sum(exact(HISTORY.AMOUNT)).as("amount");
        Table<Record3<Long, BigDecimal, BigDecimal>> parts = select(HISTORY.BRANCH_ID, rows, amount)
                .from(HISTORY)
                .groupBy(HISTORY.BRANCH_ID)
                .unionAll(select(HISTORY_BASE.BRANCH_ID, exact(HISTORY_BASE.POSTINGS), exact(HISTORY_BASE.AMOUNT))
                        .from(HISTORY_BASE))
                .asTable("parts");
        Field<Long> branch = parts.field(HISTORY.BRANCH_ID);
        jooq.select(branch, sum(parts.field(rows)), sum(parts.field(amount)))
                .from(parts)
                .groupBy(branch)
                .forEach(sums -> {
                    int index = Math.toIntExact(sums.value1());
                    history.rows()[index] = sums.value2().longValueExact();
                    history.sumsMinor()[index] = sums.value3().longValueExact();
                });
        return history;
    }

    private static Field<BigDecimal> exact(Field<? extends Number> number) {
        return number.cast(SQLDataType.NUMERIC(38));
    }
}
