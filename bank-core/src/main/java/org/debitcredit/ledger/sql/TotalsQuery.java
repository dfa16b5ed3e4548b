package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.BRANCH;
import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.debitcredit.ledger.sql.schema.Tables.HISTORY_BASE;
import static org.debitcredit.ledger.sql.schema.Tables.TELLER;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.select;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Totals;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record2;
import org.jooq.Record3;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** Adds up the whole bank. */
final class TotalsQuery {

    private final DSLContext jooq;

    TotalsQuery(DSLContext jooq) {
        this.jooq = jooq;
    }

    Totals fetch() {
        Long historyRows = jooq.select(count().coerce(SQLDataType.BIGINT))
                .from(HISTORY)
                .fetchSingle()
                .value1();
        return new Totals(
                sumOf(BalanceKind.ACCOUNT),
                sumOf(BalanceKind.TELLER),
                sumOf(BalanceKind.BRANCH),
                sumOf(HISTORY, HISTORY.AMOUNT).add(sumOf(HISTORY_BASE, HISTORY_BASE.AMOUNT)),
                historyRows + sumOf(HISTORY_BASE, HISTORY_BASE.POSTINGS).longValueExact(),
                branchesDiffering());
    }

    private BigInteger sumOf(BalanceKind kind) {
        return sumOf(BalanceTable.table(kind), BalanceTable.balance(kind));
    }

    private BigInteger sumOf(Table<?> table, Field<Long> minor) {
        ExactSum sum = ExactSum.of(minor);
        Record2<BigDecimal, BigDecimal> halves =
                jooq.select(sum.upper(), sum.lower()).from(table).fetchSingle();
        return ExactSum.value(halves.value1(), halves.value2());
    }

    private long branchesDiffering() {
        ExactSum sum = ExactSum.of(TELLER.TILL).as("tills");
        Table<?> tills = select(TELLER.BRANCH_ID, sum.upper(), sum.lower())
                .from(TELLER)
                .groupBy(TELLER.BRANCH_ID)
                .asTable("tills_of");
        long differing = 0;
        try (Cursor<Record3<Long, BigDecimal, BigDecimal>> branches = jooq.select(
                        BRANCH.BALANCE, orZero(tills.field(sum.upper())), orZero(tills.field(sum.lower())))
                .from(BRANCH)
                .leftJoin(tills)
                .on(BRANCH.BRANCH_ID.eq(tills.field(TELLER.BRANCH_ID)))
                .fetchLazy()) {
            for (Record3<Long, BigDecimal, BigDecimal> branch : branches) {
                BigInteger inTills = ExactSum.value(branch.value2(), branch.value3());
                differing += inTills.equals(BigInteger.valueOf(branch.value1())) ? 0 : 1;
            }
        }
        return differing;
    }

    private static Field<BigDecimal> orZero(Field<BigDecimal> half) {
        return coalesce(half, inline(BigDecimal.ZERO));
    }
}
