package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.TRANSACTION_KEY;
import static org.debitcredit.ledger.sql.schema.Tables.TRANSACTION_REFERENCE;
import static org.debitcredit.ledger.sql.schema.Tables.TRANSACTION_REVERSAL;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.select;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.TransactionBatch;
import org.jooq.DSLContext;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/**
 * The keys of posted transactions, a row for each run of keys that count up (unless they are {@linkplain
 * Dialect#hasKeysInHistory in the history}), and the references of those that have one. Refused transactions are not
 * stored, because they have no posting, and a statement shows only postings. For posted reversals, it also stores which
 * transaction they took back.
 */
final class KeyTable {

    private static final String[] COLUMNS = {"first_position", "client", "key_high", "key_low"};

    private final RowSet rows;
    private final @Nullable PreparedStatement insertKeys;
    private final PreparedStatement insertReference;
    private final PreparedStatement insertReversal;
    private final LongColumn firstPositions = new LongColumn();
    private final LongColumn clients = new LongColumn();
    private final LongColumn highs = new LongColumn();
    private final LongColumn lows = new LongColumn();
    private final LongColumn[] columns = {firstPositions, clients, highs, lows};

    KeyTable(Connection connection, DSLContext jooq, Dialect dialect) throws SQLException {
        this.rows = dialect.rows();
        this.insertKeys = dialect.hasKeysInHistory() ? null : connection.prepareStatement(insertKeysSql(jooq, rows));
        this.insertReference = connection.prepareStatement(jooq.render(
                jooq.insertInto(TRANSACTION_REFERENCE, TRANSACTION_REFERENCE.POSITION, TRANSACTION_REFERENCE.REFERENCE)
                        .values(
                                param("position", SQLDataType.BIGINT),
                                param("reference", SQLDataType.VARCHAR(Reference.BYTES_MAX)))));
        this.insertReversal = connection.prepareStatement(jooq.render(jooq.insertInto(
                        TRANSACTION_REVERSAL, TRANSACTION_REVERSAL.POSITION, TRANSACTION_REVERSAL.ORIGINAL_POSITION)
                .values(param("position", SQLDataType.BIGINT), param("original_position", SQLDataType.BIGINT))));
    }

    /**
     * Inserts the keys, references and reversals of batches, one after the other.
     *
     * @param fromRow first row of the first batch
     */
    void insert(List<TransactionBatch> batches, int fromRow) throws SQLException {
        for (LongColumn column : columns) {
            column.clear();
        }
        int references = 0;
        int reversals = 0;
        int from = fromRow;
        for (TransactionBatch batch : batches) {
            if (insertKeys != null) {
                add(batch, from);
            }
            references += addReferences(batch, from);
            reversals += batch.requests.hasReversals() ? addReversals(batch, from) : 0;
            from = 0;
        }
        if (insertKeys != null) {
            rows.update(insertKeys, columns);
        }
        if (references > 0) {
            insertReference.executeBatch();
        }
        if (reversals > 0) {
            insertReversal.executeBatch();
        }
    }

    private void add(TransactionBatch batch, int fromRow) {
        RunLengthKeys keys = batch.requests.keys;
        for (int run = keys.rows() > fromRow ? keys.runOf(fromRow) : keys.runs(); run < keys.runs(); run++) {
            int first = Math.max(fromRow, keys.firstRow(run));
            if (!isAnyPosted(batch, first, keys.firstRow(run + 1))) {
                continue;
            }
            firstPositions.add(batch.firstPosition() + first);
            clients.add(keys.client[run]);
            highs.add(keys.high[run]);
            lows.add(keys.low[run] + first - keys.firstRow(run));
        }
    }

    private static boolean isAnyPosted(TransactionBatch batch, int first, int end) {
        for (int row = first; row < end; row++) {
            if (batch.isPosted(row)) {
                return true;
            }
        }
        return false;
    }

    private int addReferences(TransactionBatch batch, int fromRow) throws SQLException {
        int added = 0;
        for (int row = fromRow; batch.requests.hasReferences() && row < batch.size(); row++) {
            Reference reference = batch.requests.reference(row);
            if (reference != null && batch.isPosted(row)) {
                insertReference.setLong(1, batch.firstPosition() + row);
                insertReference.setString(2, reference.text());
                insertReference.addBatch();
                added++;
            }
        }
        return added;
    }

    private int addReversals(TransactionBatch batch, int fromRow) throws SQLException {
        Reversals reversals = batch.requests.ownReversals();
        int added = 0;
        for (int entry = 0; entry < reversals.size(); entry++) {
            int row = reversals.row(entry);
            if (row >= fromRow && batch.isPosted(row)) {
                insertReversal.setLong(1, batch.firstPosition() + row);
                insertReversal.setLong(2, reversals.originalPosition(entry));
                insertReversal.addBatch();
                added++;
            }
        }
        return added;
    }

    private static String insertKeysSql(DSLContext jooq, RowSet rows) {
        return jooq.render(jooq.insertInto(
                        TRANSACTION_KEY,
                        TRANSACTION_KEY.FIRST_POSITION,
                        TRANSACTION_KEY.CLIENT,
                        TRANSACTION_KEY.KEY_HIGH,
                        TRANSACTION_KEY.KEY_LOW)
                .select(select(
                                RowSet.column("first_position"),
                                RowSet.column("client"),
                                RowSet.column("key_high"),
                                RowSet.column("key_low"))
                        .from(rows.table(COLUMNS))));
    }
}
