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

    /** Of a log written in order: one commit that waits for the disk waits for all before it. */
    static DurableMark bySynchronousCommit(String localSetting) {
        return (connection, row, mark) -> {
            row.lockAt(mark);
            try (Statement statement = connection.createStatement()) {
                statement.execute(localSetting);
            }
            row.advance(mark);
            connection.commit();
            return mark;
        };
    }

    /** By a command that forces everything committed; its first column is 0 when it did. */
    static DurableMark byCheckpoint(String command) {
        return (connection, row, mark) -> {
            connection.setAutoCommit(true);
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(command)) {
                return result.next() && result.getInt(1) == 0 ? mark : null;
            } finally {
                connection.setAutoCommit(false);
            }
        };
    }

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
                        throw new SQLException("the server tells no " + name);
                    }
                    return result.getLong(2);
                }
            }
        };
    }
}
