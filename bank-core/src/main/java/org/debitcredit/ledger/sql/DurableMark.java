package org.debitcredit.ledger.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.debitcredit.transaction.Mark;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which commits of a database are on its disk. Only the journal before that point may be removed, because
 * asynchronous commits return earlier.
 */
interface DurableMark {

    /** For databases that keep nothing. */
    DurableMark NEVER = (connection, row, mark) -> null;

    /**
     * Queries what is durable, or makes it durable, in one database transaction that has ended on return. Nothing may
     * be pending.
     *
     * @param row the database's mark
     * @param mark its committed mark
     * @return a mark that is durable in the database; null if none is known yet, ask again later
     */
    @Nullable
    Mark find(Connection connection, MarkRow row, Mark mark) throws SQLException;

    /**
     * For PostgreSQL, whose log is written in order: one commit that waits for the disk also waits for all earlier
     * ones.
     */
    DurableMark BY_SYNCHRONOUS_COMMIT = (connection, row, mark) -> {
        row.lockAt(mark);
        try (Statement statement = connection.createStatement()) {
            statement.execute("set local synchronous_commit = on");
        }
        row.advance(mark);
        connection.commit();
        return mark;
    };

    /**
     * For SQLite: forces everything committed, and returns whether this was blocked (0 if not) and the frames of the
     * write-ahead log (-1 if there is none, so that nothing was forced).
     */
    DurableMark BY_CHECKPOINT = (connection, row, mark) -> {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("pragma wal_checkpoint(full)")) {
            return result.next() && result.getInt(1) == 0 && result.getInt(2) >= 0 ? mark : null;
        } finally {
            connection.setAutoCommit(false);
        }
    };

    /**
     * Uses InnoDB's log sequence numbers: a commit below a number is durable once the log is flushed up to it, which
     * the server does each second. So a mark is known to be durable one query later.
     */
    static DurableMark byInnodbLog() {
        return new DurableMark() {
            private @Nullable Mark asked;
            private long askedLsn;

            @Override
            public @Nullable Mark find(Connection connection, MarkRow row, Mark mark) throws SQLException {
                Mark durable = asked != null && status(connection, "Innodb_lsn_flushed") >= askedLsn ? asked : null;
                asked = mark;
                askedLsn = status(connection, "Innodb_lsn_current");
                connection.rollback();
                return durable;
            }

            private long status(Connection connection, String name) throws SQLException {
                try (Statement statement = connection.createStatement();
                        ResultSet result = statement.executeQuery("show global status like '" + name + "'")) {
                    if (!result.next()) {
                        throw new SQLException("the server has no status variable " + name);
                    }
                    return result.getLong(2);
                }
            }
        };
    }
}
