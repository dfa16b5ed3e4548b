package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.select;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.debitcredit.transaction.TransactionBatch;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.SQLDataType;

/** The history: one row per posting, inserted by batches with one statement each. */
final class HistoryTable {

    private final Dialect dialect;
    private final PreparedStatement insert;
    private final LongColumn positions = new LongColumn();
    private final LongColumn legs = new LongColumn();
    private final LongColumn tellers = new LongColumn();
    private final LongColumn accounts = new LongColumn();
    private final LongColumn amounts = new LongColumn();

    HistoryTable(Connection connection, DSLContext jooq, Dialect dialect) throws SQLException {
        this.dialect = dialect;
        this.insert = connection.prepareStatement(insertSql(jooq));
    }

    /** Inserts the postings of the committed rows from {@code fromRow} on. */
    void insert(TransactionBatch batch, int fromRow) throws SQLException {
        clear();
        for (int row = fromRow; row < batch.size(); row++) {
            if (batch.isCommitted(row)) {
                long amount = batch.postedToAccount(row);
                add(batch, row, 0, batch.requests.account[row], amount);
                if (batch.isTransfer(row)) {
                    add(batch, row, 1, batch.requests.target[row], -amount);
                }
            }
        }
        if (positions.size() == 0) {
            return;
        }
        insert.setLong(1, batch.timestampMicros());
        insert.setObject(2, positions.parameter(dialect));
        insert.setObject(3, legs.parameter(dialect));
        insert.setObject(4, tellers.parameter(dialect));
        insert.setObject(5, accounts.parameter(dialect));
        insert.setObject(6, amounts.parameter(dialect));
        int inserted = insert.executeUpdate();
        if (inserted != positions.size()) {
            throw new IllegalStateException("inserted " + inserted + " history rows of " + positions.size());
        }
    }

    private void clear() {
        positions.clear();
        legs.clear();
        tellers.clear();
        accounts.clear();
        amounts.clear();
    }

    private void add(TransactionBatch batch, int row, int leg, long account, long amount) {
        positions.add(batch.firstPosition() + row);
        legs.add(leg);
        tellers.add(batch.requests.teller[row]);
        accounts.add(account);
        amounts.add(amount);
    }

    private static String insertSql(DSLContext jooq) {
        Field<Long> teller = ArrayTable.column("teller_id");
        return jooq.render(jooq.insertInto(
                        HISTORY,
                        HISTORY.POSITION,
                        HISTORY.LEG,
                        HISTORY.TIMESTAMP_MICROS,
                        HISTORY.BRANCH_ID,
                        HISTORY.TELLER_ID,
                        HISTORY.ACCOUNT_ID,
                        HISTORY.AMOUNT)
                .select(select(
                                ArrayTable.column("position"),
                                ArrayTable.column("leg").cast(SQLDataType.SMALLINT),
                                param("timestamp_micros", SQLDataType.BIGINT),
                                BalanceTable.branchOf(teller),
                                teller,
                                ArrayTable.column("account_id"),
                                ArrayTable.column("amount"))
                        .from(ArrayTable.of("position", "leg", "teller_id", "account_id", "amount"))));
    }
}
