package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.BRANCH;
import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.debitcredit.ledger.sql.schema.Tables.HISTORY_BASE;
import static org.debitcredit.ledger.sql.schema.Tables.TELLER;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.sum;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Totals;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record2;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** Adds the whole bank up, in decimals, so that no sum of 64-bit balances overflows. */
final class TotalsQuery {

    private final DSLContext jooq;

    TotalsQuery(DSLContext jooq) {
        this.jooq = jooq;
    }

    Totals fetch() {
        var history =
                jooq.select(exactSum(HISTORY.AMOUNT), count()).from(HISTORY).fetchSingle();
        var base = jooq.select(exactSum(HISTORY_BASE.AMOUNT), exactSum(HISTORY_BASE.POSTINGS))
                .from(HISTORY_BASE)
                .fetchSingle();
        return new Totals(
                sumOf(BalanceKind.ACCOUNT),
                sumOf(BalanceKind.TELLER),
                sumOf(BalanceKind.BRANCH),
                history.value1().add(base.value1()).toBigIntegerExact(),
                history.value2() + base.value2().longValueExact(),
                branchesDiffering());
    }

    private BigInteger sumOf(BalanceKind kind) {
        return jooq.select(exactSum(BalanceTable.balance(kind)))
                .from(BalanceTable.table(kind))
                .fetchSingle()
                .value1()
                .toBigIntegerExact();
    }

    private long branchesDiffering() {
        Field<BigDecimal> sumOfTills = exactSum(TELLER.TILL).as("tills");
        Table<Record2<Long, BigDecimal>> tills = select(TELLER.BRANCH_ID, sumOfTills)
                .from(TELLER)
                .groupBy(TELLER.BRANCH_ID)
                .asTable("tills_of");
        return jooq.select(count())
                .from(BRANCH)
                .leftJoin(tills)
                .on(BRANCH.BRANCH_ID.eq(tills.field(TELLER.BRANCH_ID)))
                .where(BRANCH.BALANCE
                        .cast(SQLDataType.NUMERIC(38))
                        .ne(coalesce(tills.field(sumOfTills), inline(BigDecimal.ZERO))))
                .fetchSingle()
                .value1();
    }

    private static Field<BigDecimal> exactSum(Field<Long> minor) {
        return coalesce(sum(minor.cast(SQLDataType.NUMERIC(38))), inline(BigDecimal.ZERO));
    }
}
