package org.debitcredit.ledger.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which commits of a database are on its disk. Only the journal before that point may be removed, because
 * asynchronous commits return earlier.
 */
interface DurableLogPosition {

    /** For databases that keep nothing. */
    DurableLogPosition NEVER = (connection, row, logPosition) -> null;

    /**
     * Queries what is durable, or makes it durable, in one database transaction that has ended on return. Nothing may
     * be pending.
     *
     * @param row the database's log position
     * @param logPosition its committed log position
     * @return a log position that is durable in the database; null if none is known yet, ask again later
     */
    @Nullable
    LogPosition find(Connection connection, LogPositionRow row, LogPosition logPosition) throws SQLException;

    /**
     * For PostgreSQL, whose log is written in order: one commit that waits for the disk also waits for all earlier
     * ones.
     */
    DurableLogPosition BY_SYNCHRONOUS_COMMIT = (connection, row, logPosition) -> {
        row.lockAt(logPosition);
        try (Statement statement = connection.createStatement()) {
            statement.execute("set local synchronous_commit = on");
        }
        row.advance(logPosition);
        connection.commit();
        return logPosition;
    };

    /**
     * For SQLite: a checkpoint forces everything committed. Its result says whether it was blocked (0 if not), and how
     * many frames the write-ahead log has (-1 if there is no such log, so that nothing was forced).
     */
    DurableLogPosition BY_CHECKPOINT = (connection, row, logPosition) -> {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("pragma wal_checkpoint(full)")) {
            return result.next() && result.getInt(1) == 0 && result.getInt(2) >= 0 ? logPosition : null;
        } finally {
            connection.setAutoCommit(false);
        }
    };

    /**
     * Uses InnoDB's log sequence numbers: a commit below a number is durable once the log is flushed up to it, which
     * the server does each second. So a log position is known to be durable one query later.
     */
    static DurableLogPosition byInnodbLog() {
        return new DurableLogPosition() {
            private @Nullable LogPosition asked;
            private long askedLsn;

            @Override
            public @Nullable LogPosition find(Connection connection, LogPositionRow row, LogPosition logPosition)
                    throws SQLException {
                LogPosition durable =
                        asked != null && status(connection, "Innodb_lsn_flushed") >= askedLsn ? asked : null;
                asked = logPosition;
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
