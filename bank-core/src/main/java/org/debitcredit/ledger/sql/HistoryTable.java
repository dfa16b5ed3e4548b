package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.jooq.impl.DSL.select;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.TransactionBatch;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/**
 * The history: one row per posting, inserted by batches with one statement each. Each names its account's posting
 * before it, and {@linkplain Dialect#hasKeysInHistory in some databases} the key of its transaction.
 */
final class HistoryTable {

    /** In H2 only: twice the position, and one more for a second leg. */
    static final Field<Long> POSTING = column("posting");

    /** Where {@linkplain Dialect#hasKeysInHistory the key is in the history}; the same in both legs. */
    static final Field<Long> CLIENT = column("client");

    static final Field<Long> KEY_HIGH = column("key_high");
    static final Field<Long> KEY_LOW = column("key_low");

    private static final List<Field<?>> FIELDS = List.of(
            HISTORY.POSITION,
            HISTORY.LEG,
            HISTORY.TIMESTAMP_MICROS,
            HISTORY.BRANCH_ID,
            HISTORY.TELLER_ID,
            HISTORY.ACCOUNT_ID,
            HISTORY.AMOUNT,
            HISTORY.PREVIOUS_POSITION);

    private static final List<Field<?>> FIELDS_WITH_KEY;

    static {
        List<Field<?>> fields = new ArrayList<>(FIELDS);
        fields.addAll(List.of(CLIENT, KEY_HIGH, KEY_LOW));
        FIELDS_WITH_KEY = List.copyOf(fields);
    }

    private final Dialect dialect;
    private final boolean hasKeys;
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
    private final LongColumn clients = new LongColumn();
    private final LongColumn keyHighs = new LongColumn();
    private final LongColumn keyLows = new LongColumn();
    private final LongColumn[] columns;

    HistoryTable(Connection connection, DSLContext jooq, Dialect dialect, HistoryTally tally) throws SQLException {
        this.dialect = dialect;
        this.tally = tally;
        this.hasKeys = dialect.hasKeysInHistory();
        LongColumn[] all = {
            positions, legs, times, branches, tellers, accounts, amounts, previous, clients, keyHighs, keyLows
        };
        this.columns = Arrays.copyOf(all, fields(dialect).size());
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
        int inserted = dialect.rows().update(insert, columns);
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
        if (hasKeys) {
            addKeys(batch, fromRow);
        }
    }

    private void addKeys(TransactionBatch batch, int fromRow) {
        RunLengthKeys keys = batch.requests.keys;
        int run = 0;
        for (int row = fromRow; row < batch.size(); row++) {
            if (batch.isPosted(row)) {
                while (keys.firstRow(run + 1) <= row) {
                    run++;
                }
                for (int leg = batch.postsToTarget(row) ? 1 : 0; leg >= 0; leg--) {
                    clients.add(keys.client[run]);
                    keyHighs.add(keys.high[run]);
                    keyLows.add(keys.low[run] + row - keys.firstRow(run));
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
        List<Field<?>> fields = fields(dialect);
        List<Field<?>> values = new ArrayList<>();
        List<String> columns = new ArrayList<>();
        for (Field<?> field : fields) {
            Field<Long> value = RowSet.column(field.getName());
            values.add(field == HISTORY.LEG ? value.cast(SQLDataType.SMALLINT) : value);
            columns.add(field.getName());
        }
        return jooq.render(jooq.insertInto(HISTORY, fields)
                .select(select(values).from(dialect.rows().table(columns.toArray(String[]::new)))));
    }

    private static List<Field<?>> fields(Dialect dialect) {
        return dialect.hasKeysInHistory() ? FIELDS_WITH_KEY : FIELDS;
    }

    private static Field<Long> column(String name) {
        return DSL.field(HISTORY.getQualifiedName().append(name), SQLDataType.BIGINT);
    }
}
