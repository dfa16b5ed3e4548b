package org.debitcredit.ledger.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.debitcredit.transaction.Mark;
import org.jspecify.annotations.Nullable;

/**
 * Finds out up to where a database has its commits on its disk: below that, and only there, the journal may go
 * (asynchronous commits return before).
 */
interface DurableMark {

    /** For databases that keep nothing. */
    DurableMark NEVER = (connection, row, mark) -> null;

    /**
     * Asks, or sees to it. Nothing is pending; one database transaction, ended on return.
     *
     * @param row the database's mark
     * @param mark where it stands, committed
     * @return a mark that is durable in the database; null if none is known yet, ask again later
     */
    @Nullable
    Mark find(Connection connection, MarkRow row, Mark mark) throws SQLException;

    /** PostgreSQL's, whose log is written in order: one commit that waits for the disk waits for all before it. */
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
     * SQLite's: forces everything committed, and answers whether something was in the way (0 when not) and the frames
     * of the write-ahead log (-1 when there is none, and so nothing was forced).
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
     * By InnoDB's log sequence numbers: what was committed below one is durable once the log is flushed to there, which
     * the server does each second. So a mark is known to be durable one question later.
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
