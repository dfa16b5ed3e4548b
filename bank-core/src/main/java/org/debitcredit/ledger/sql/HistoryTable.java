package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.select;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.TransactionBatch;
import org.jooq.DSLContext;
import org.jooq.impl.SQLDataType;

/** The history: one row per posting, inserted by batches with one statement each. */
final class HistoryTable {

    private final Dialect dialect;
    private final PreparedStatement insert;
    private final LongColumn positions = new LongColumn();
    private final LongColumn legs = new LongColumn();
    private final LongColumn branches = new LongColumn();
    private final LongColumn tellers = new LongColumn();
    private final LongColumn accounts = new LongColumn();
    private final LongColumn amounts = new LongColumn();

    HistoryTable(Connection connection, DSLContext jooq, Dialect dialect) throws SQLException {
        this.dialect = dialect;
        this.insert = connection.prepareStatement(insertSql(jooq, dialect));
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
        dialect.rows().bind(insert, 2, positions, legs, branches, tellers, accounts, amounts);
        int inserted = insert.executeUpdate();
        if (inserted != positions.size()) {
            throw new IllegalStateException("inserted " + inserted + " history rows of " + positions.size());
        }
    }

    private void clear() {
        positions.clear();
        legs.clear();
        branches.clear();
        tellers.clear();
        accounts.clear();
        amounts.clear();
    }

    private void add(TransactionBatch batch, int row, int leg, long account, long amount) {
        positions.add(batch.firstPosition() + row);
        legs.add(leg);
        branches.add(BankScale.branchOf(batch.requests.teller[row]));
        tellers.add(batch.requests.teller[row]);
        accounts.add(account);
        amounts.add(amount);
    }

    private static String insertSql(DSLContext jooq, Dialect dialect) {
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
                                RowSet.column("position"),
                                RowSet.column("leg").cast(SQLDataType.SMALLINT),
                                param("timestamp_micros", SQLDataType.BIGINT),
                                RowSet.column("branch_id"),
                                RowSet.column("teller_id"),
                                RowSet.column("account_id"),
                                RowSet.column("amount"))
                        .from(dialect.rows()
                                .table("position", "leg", "branch_id", "teller_id", "account_id", "amount"))));
    }
}
