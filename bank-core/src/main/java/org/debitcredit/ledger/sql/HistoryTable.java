package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.jooq.impl.DSL.select;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.TransactionBatch;
import org.jooq.DSLContext;
import org.jooq.impl.SQLDataType;

/**
 * The history: one row per posting, inserted by batches with one statement each. Each names its account's posting
 * before it.
 */
final class HistoryTable {

    private static final String[] COLUMNS = {
        "position", "leg", "timestamp_micros", "branch_id", "teller_id", "account_id", "amount", "previous_position"
    };

    private final Dialect dialect;
    private final PreparedStatement insert;
    private final HistoryTally tally;
    private final LongColumn positions = new LongColumn();
    private final LongColumn legs = new LongColumn();
    private final LongColumn times = new LongColumn();
    private final LongColumn branches = new LongColumn();
    private final LongColumn tellers = new LongColumn();
    private final LongColumn accounts = new LongColumn();
    private final LongColumn amounts = new LongColumn();
    private final LongColumn previous = new LongColumn();
    private final LongColumn[] columns = {positions, legs, times, branches, tellers, accounts, amounts, previous};

    HistoryTable(Connection connection, DSLContext jooq, Dialect dialect, HistoryTally tally) throws SQLException {
        this.dialect = dialect;
        this.tally = tally;
        this.insert = connection.prepareStatement(insertSql(jooq, dialect));
    }

    /**
     * Adds the postings of the rows of batches, in sequence.
     *
     * @param fromRow first row of the first batch
     * @param balances that contain the same batches; each account's last posting is noted there
     */
    void take(List<TransactionBatch> batches, int fromRow, Balances balances) {
        for (LongColumn column : columns) {
            column.clear();
        }
        int from = fromRow;
        for (TransactionBatch batch : batches) {
            add(batch, from, balances);
            from = 0;
        }
    }

    /** Inserts the added postings and returns their number. */
    int insert() throws SQLException {
        if (positions.size() == 0) {
            return 0;
        }
        dialect.rows().bind(insert, 1, columns);
        int inserted = insert.executeUpdate();
        if (inserted != positions.size()) {
            throw new IllegalStateException("inserted only " + inserted + " history rows of " + positions.size());
        }
        for (int row = 0; row < positions.size(); row++) {
            tally.add((int) branches.get(row), amounts.get(row));
        }
        return inserted;
    }

    private void add(TransactionBatch batch, int fromRow, Balances balances) {
        for (int row = fromRow; row < batch.size(); row++) {
            if (batch.isPosted(row)) {
                long amount = batch.postedToAccount(row);
                add(batch, row, 0, batch.requests.account[row], amount, balances);
                if (batch.postsToTarget(row)) {
                    add(batch, row, 1, batch.requests.target[row], -amount, balances);
                }
            }
        }
    }

    private void add(TransactionBatch batch, int row, int leg, long account, long amount, Balances balances) {
        long position = batch.firstPosition() + row;
        positions.add(position);
        legs.add(leg);
        times.add(batch.timestampMicros());
        branches.add(BankScale.branchOf(batch.requests.teller[row]));
        tellers.add(batch.requests.teller[row]);
        accounts.add(account);
        amounts.add(amount);
        previous.add(balances.post(account, position));
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
                        HISTORY.AMOUNT,
                        HISTORY.PREVIOUS_POSITION)
                .select(select(
                                RowSet.column("position"),
                                RowSet.column("leg").cast(SQLDataType.SMALLINT),
                                RowSet.column("timestamp_micros"),
                                RowSet.column("branch_id"),
                                RowSet.column("teller_id"),
                                RowSet.column("account_id"),
                                RowSet.column("amount"),
                                RowSet.column("previous_position"))
                        .from(dialect.rows().table(COLUMNS))));
    }
}
