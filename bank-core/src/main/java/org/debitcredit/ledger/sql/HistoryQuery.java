package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.debitcredit.ledger.sql.schema.Tables.HISTORY_BASE;
import static org.jooq.impl.DSL.count;

import java.math.BigInteger;
import java.util.Arrays;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BranchHistory;
import org.jooq.DSLContext;
import org.jooq.impl.SQLDataType;

/** Adds up the history by branch: its rows, and the base for postings without rows. */
final class HistoryQuery {

    private final BankScale scale;
    private final DSLContext jooq;

    HistoryQuery(BankScale scale, DSLContext jooq) {
        this.scale = scale;
        this.jooq = jooq;
    }

    BranchHistory fetch() {
        BranchHistory history = BranchHistory.none(scale.branches());
        BigInteger[] sums = new BigInteger[scale.branches()];
        Arrays.fill(sums, BigInteger.ZERO);
        ExactSum amount = ExactSum.of(HISTORY.AMOUNT);
        jooq.select(HISTORY.BRANCH_ID, count().coerce(SQLDataType.BIGINT), amount.upper(), amount.lower())
                .from(HISTORY)
                .groupBy(HISTORY.BRANCH_ID)
                .forEach(branch -> {
                    int index = Math.toIntExact(branch.value1());
                    history.rows()[index] = branch.value2();
                    sums[index] = ExactSum.value(branch.value3(), branch.value4());
                });
        jooq.select(HISTORY_BASE.BRANCH_ID, HISTORY_BASE.POSTINGS, HISTORY_BASE.AMOUNT)
                .from(HISTORY_BASE)
                .forEach(branch -> {
                    int index = Math.toIntExact(branch.value1());
                    history.rows()[index] += branch.value2();
                    sums[index] = sums[index].add(BigInteger.valueOf(branch.value3()));
                });
        for (int branch = 0; branch < sums.length; branch++) {
            history.sumsMinor()[branch] = sums[branch].longValueExact();
        }
        return history;
    }
}
