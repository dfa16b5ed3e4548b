package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.debitcredit.ledger.sql.schema.Tables.HISTORY_BASE;
import static org.debitcredit.ledger.sql.schema.Tables.TRANSACTION_REFERENCE;
import static org.debitcredit.ledger.sql.schema.Tables.TRANSACTION_REVERSAL;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.sum;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.LongConsumer;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of rows of a history in memory: the oldest postings are added to {@code history_base}, which holds
 * their sums. Each batch removes about as many as it adds, in its own database transaction, so that no group waits much
 * longer than for itself. For H2, whose history is in the order of its postings.
 */
final class HistoryBound {

    /** Additional rows that are removed each time, so that a small group seldom has to remove any. */
    private static final long AT_ONCE_MORE_MAX = 255;

    private static final Field<Long> THROUGH = param("through", SQLDataType.BIGINT);

    private static final String REMOVED = "removed";

    private final long rowsMax;
    private final PreparedStatement find;
    private final PreparedStatement fold;
    private final PreparedStatement delete;
    private final PreparedStatement deleteReferences;
    private final PreparedStatement deleteReversals;
    private volatile long rows;
    /** Position of the last transaction whose postings are gone; 0 while all are kept. */
    private long removedThrough;

    private boolean isTold;
    private @Nullable LongConsumer whenCut;

    /** The bound of an empty history. */
    HistoryBound(long rowsMax, Connection connection, DSLContext jooq) throws SQLException {
        this.rowsMax = rowsMax;
        this.find = connection.prepareStatement(findSql(jooq));
        this.fold = connection.prepareStatement(foldSql(jooq));
        this.delete = connection.prepareStatement(deleteSql(jooq));
        this.deleteReferences = connection.prepareStatement(
                jooq.render(jooq.deleteFrom(TRANSACTION_REFERENCE).where(TRANSACTION_REFERENCE.POSITION.le(THROUGH))));
        this.deleteReversals = connection.prepareStatement(
                jooq.render(jooq.deleteFrom(TRANSACTION_REVERSAL).where(TRANSACTION_REVERSAL.POSITION.le(THROUGH))));
    }

    static String findSql(DSLContext jooq) {
        return jooq.render(jooq.select(HISTORY.POSITION)
                .from(HISTORY)
                .orderBy(HistoryTable.POSTING)
                .limit(inline(1))
                .offset(param("before", SQLDataType.BIGINT)));
    }

    static String foldSql(DSLContext jooq) {
        Table<?> removed = select(
                        HISTORY.BRANCH_ID,
                        count().coerce(SQLDataType.BIGINT).as(HISTORY_BASE.POSTINGS),
                        sum(HISTORY.AMOUNT).as(HISTORY_BASE.AMOUNT))
                .from(HISTORY)
                .where(HistoryTable.POSTING.le(THROUGH))
                .groupBy(HISTORY.BRANCH_ID)
                .asTable(REMOVED);
        Field<Long> branch = ofRemoved(HISTORY.BRANCH_ID);
        Field<Long> postings = ofRemoved(HISTORY_BASE.POSTINGS);
        Field<Long> amount = ofRemoved(HISTORY_BASE.AMOUNT);
        return jooq.render(jooq.mergeInto(HISTORY_BASE)
                .using(removed)
                .on(HISTORY_BASE.BRANCH_ID.eq(branch))
                .whenMatchedThenUpdate()
                .set(HISTORY_BASE.POSTINGS, HISTORY_BASE.POSTINGS.plus(postings))
                .set(HISTORY_BASE.AMOUNT, HISTORY_BASE.AMOUNT.plus(amount))
                .whenNotMatchedThenInsert(HISTORY_BASE.BRANCH_ID, HISTORY_BASE.POSTINGS, HISTORY_BASE.AMOUNT)
                .values(branch, postings, amount));
    }

    static String deleteSql(DSLContext jooq) {
        return jooq.render(jooq.deleteFrom(HISTORY).where(HistoryTable.POSTING.le(THROUGH)));
    }

    private static Field<Long> ofRemoved(Field<Long> column) {
        return field(name(REMOVED, column.getName()), SQLDataType.BIGINT);
    }

    /**
     * Counts rows that this database transaction has inserted, and removes the oldest if there are too many.
     *
     * @return whether any were removed
     */
    boolean inserted(int more) throws SQLException {
        long kept = rows + more;
        if (kept > rowsMax) {
            long tooMany = Math.min(kept, kept - rowsMax + Math.min(AT_ONCE_MORE_MAX, rowsMax / 8));
            kept -= removeOldest(tooMany);
        }
        boolean isCut = kept < rows + more;
        rows = kept;
        return isCut;
    }

    /**
     * Only whole transactions are removed: both postings of a transfer together, because otherwise the sum of their
     * branch could exceed its range.
     */
    private int removeOldest(long count) throws SQLException {
        find.setLong(1, count - 1);
        try (ResultSet found = find.executeQuery()) {
            if (!found.next()) {
                throw new IllegalStateException("some of the " + rows + " rows of the history are missing");
            }
            removedThrough = found.getLong(1);
        }
        long lastPosting = removedThrough * 2 + 1;
        fold.setLong(1, lastPosting);
        fold.executeUpdate();
        deleteReferences.setLong(1, removedThrough);
        deleteReferences.executeUpdate();
        deleteReversals.setLong(1, removedThrough);
        deleteReversals.executeUpdate();
        delete.setLong(1, lastPosting);
        return delete.executeUpdate();
    }

    /** Position of the last transaction whose postings are gone; 0 while all are kept. */
    long removedThrough() {
        return removedThrough;
    }

    /** Rows kept. For use by any thread. */
    long rows() {
        return rows;
    }

    /** See {@link org.debitcredit.ledger.Ledger#whenHistoryIsCut}. */
    void whenCut(LongConsumer fromPosition) {
        whenCut = fromPosition;
        committed();
    }

    /** The removal is committed, and readers see it. */
    void committed() {
        LongConsumer listener = whenCut;
        if (listener != null && removedThrough > 0 && !isTold) {
            isTold = true;
            listener.accept(removedThrough + 1);
        }
    }
}
