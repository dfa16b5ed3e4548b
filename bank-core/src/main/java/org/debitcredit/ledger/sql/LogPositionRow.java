package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.JOURNAL_POSITION;
import static org.jooq.impl.DSL.inline;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.debitcredit.transaction.LogPosition;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.SelectConditionStep;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/**
 * The single row with the database's log position. Every transaction locks it first and writes it last. So if two
 * servers use one database, the older one is fenced out, and every posting enters the history exactly once.
 */
final class LogPositionRow {

    /** The row's key: there is one row. */
    static final short ID = 1;

    /**
     * For databases in which reading does not lock. A transaction that begins by reading might not be allowed to write
     * later.
     */
    private final @Nullable PreparedStatement touch;

    private final PreparedStatement lock;
    private final PreparedStatement advance;
    private final PreparedStatement beginAfter;

    LogPositionRow(Connection connection, DSLContext jooq, Dialect dialect) throws SQLException {
        SelectConditionStep<? extends Record> select = select(jooq);
        this.touch = dialect.locksRows()
                ? null
                : connection.prepareStatement(jooq.render(jooq.update(JOURNAL_POSITION)
                        .set(JOURNAL_POSITION.ID, JOURNAL_POSITION.ID)
                        .where(isTheRow())));
        this.lock = connection.prepareStatement(jooq.render(dialect.locksRows() ? select.forUpdate() : select));
        this.advance = connection.prepareStatement(jooq.render(jooq.update(JOURNAL_POSITION)
                .set(JOURNAL_POSITION.EPOCH_ID, DSL.param("epoch_id", SQLDataType.VARCHAR))
                .set(JOURNAL_POSITION.POSITION, DSL.param("position", SQLDataType.BIGINT))
                .set(JOURNAL_POSITION.CHAIN_CHECKSUM, DSL.param("chain_checksum", SQLDataType.INTEGER))
                .where(isTheRow())));
        this.beginAfter = connection.prepareStatement(jooq.render(jooq.update(JOURNAL_POSITION)
                .set(JOURNAL_POSITION.STATEMENTS_FROM, DSL.param("position", SQLDataType.BIGINT))
                .where(isTheRow())));
    }

    /** Reads the row and holds it until the end of the database transaction. */
    LogPosition lock() throws SQLException {
        if (touch != null) {
            touch.executeUpdate();
        }
        try (ResultSet result = lock.executeQuery()) {
            if (!result.next()) {
                throw new IllegalStateException("the journal_position row is missing in the database");
            }
            return new LogPosition(
                    UUID.fromString(result.getString(1)),
                    UUID.fromString(result.getString(2)),
                    result.getLong(3),
                    result.getInt(4));
        }
    }

    /** Locks the row, and continues only if the log position is the one that this ledger wrote last. */
    void lockAt(LogPosition expected) throws SQLException {
        LogPosition found = lock();
        if (!found.equals(expected)) {
            throw new IllegalStateException("another server took the database over: it is at " + found
                    + ", and this ledger left it at " + expected);
        }
    }

    /** Writes the log position that the database has when this transaction is committed. */
    void advance(LogPosition logPosition) throws SQLException {
        advance.setString(1, logPosition.epoch().toString());
        advance.setLong(2, logPosition.position());
        advance.setInt(3, logPosition.chainChecksum());
        advance.executeUpdate();
    }

    /**
     * Notes that up to this position the history is incomplete and, if a snapshot was loaded, the balances may be
     * inconsistent.
     */
    void beginAfter(long position) throws SQLException {
        beginAfter.setLong(1, position);
        beginAfter.executeUpdate();
    }

    /** What {@link #beginAfter} noted; 0 if nothing. */
    static long begunAfter(DSLContext jooq) {
        return jooq.select(JOURNAL_POSITION.STATEMENTS_FROM)
                .from(JOURNAL_POSITION)
                .where(isTheRow())
                .fetchSingle()
                .value1();
    }

    private static SelectConditionStep<? extends Record> select(DSLContext jooq) {
        return jooq.select(
                        JOURNAL_POSITION.BANK_ID,
                        JOURNAL_POSITION.EPOCH_ID,
                        JOURNAL_POSITION.POSITION,
                        JOURNAL_POSITION.CHAIN_CHECKSUM)
                .from(JOURNAL_POSITION)
                .where(isTheRow());
    }

    private static Condition isTheRow() {
        return JOURNAL_POSITION.ID.eq(inline(ID));
    }
}
