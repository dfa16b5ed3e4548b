package org.debitcredit.ledger.sql;

import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.row;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import javax.sql.DataSource;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BalanceKind;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.SelectConditionStep;
import org.jooq.impl.SQLDataType;

/**
 * Reads balances in ranges while the writer works, each range on a connection from the pool. It sees committed
 * balances. In databases with row versions, it neither waits for the writer nor blocks it.
 */
final class BalanceRange {

    private static final Field<Long> FIRST_ID = param("first_id", SQLDataType.BIGINT);
    private static final Field<Long> LAST_ID = param("last_id", SQLDataType.BIGINT);
    private static final Field<Long> FIRST_BRANCH = param("first_branch", SQLDataType.BIGINT);
    private static final Field<Long> LAST_BRANCH = param("last_branch", SQLDataType.BIGINT);

    private final BankScale scale;
    private final DataSource pool;
    private final Dialect dialect;
    private final Map<BalanceKind, String> sql = new EnumMap<>(BalanceKind.class);

    BalanceRange(BankScale scale, DataSource pool, DSLContext jooq, Dialect dialect) {
        this.scale = scale;
        this.pool = pool;
        this.dialect = dialect;
        for (BalanceKind kind : BalanceKind.values()) {
            sql.put(kind, sql(kind, jooq, dialect));
        }
    }

    void copy(BalanceKind kind, long from, int count, long[] balancesMinor) throws SQLException {
        if (count == 0) {
            return;
        }
        try (Connection connection = pool.getConnection();
                PreparedStatement select = connection.prepareStatement(sql.get(kind))) {
            bind(select, kind, kind.idAt(scale, from), kind.idAt(scale, from + count - 1));
            int found = 0;
            try (ResultSet result = select.executeQuery()) {
                while (result.next()) {
                    if (found < count) {
                        balancesMinor[found] = result.getLong(1);
                    }
                    found++;
                }
            }
            BalanceTable.requireAll(kind, "found", found, count);
        }
    }

    private void bind(PreparedStatement select, BalanceKind kind, long firstId, long lastId) throws SQLException {
        int place = 1;
        for (long id : new long[] {firstId, lastId}) {
            if (BalanceTable.isKeyedByBranch(kind, dialect)) {
                select.setLong(place++, BankScale.branchOf(id));
            }
            select.setLong(place++, id);
        }
    }

    /** The range in the order of the table's own key, so that no sorting is needed. */
    static String sql(BalanceKind kind, DSLContext jooq, Dialect dialect) {
        Field<Long> id = BalanceTable.id(kind);
        if (!BalanceTable.isKeyedByBranch(kind, dialect)) {
            return jooq.render(
                    select(kind, jooq, id.ge(FIRST_ID).and(id.le(LAST_ID))).orderBy(id));
        }
        Field<Long> branch = BalanceTable.branch(kind);
        Condition inRange = row(branch, id)
                .ge(row(FIRST_BRANCH, FIRST_ID))
                .and(row(branch, id).le(row(LAST_BRANCH, LAST_ID)));
        return jooq.render(select(kind, jooq, inRange).orderBy(branch, id));
    }

    private static SelectConditionStep<?> select(BalanceKind kind, DSLContext jooq, Condition inRange) {
        return jooq.select(BalanceTable.balance(kind))
                .from(BalanceTable.table(kind))
                .where(inRange);
    }
}
