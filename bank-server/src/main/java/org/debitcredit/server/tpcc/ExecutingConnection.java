package org.debitcredit.server.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.execute.TpccSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connection of one executing thread, with its prepared statements. It is opened again when it is broken. */
final class ExecutingConnection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutingConnection.class);
    private static final int VALID_SECONDS_MAX = 5;

    private final TpccDatabase database;
    private final InstantSource clock;
    private Connection connection;
    private @Nullable TpccSession session;

    /** Whether a transaction is open. Without one, SQLite would commit each statement by itself. */
    private boolean isBegun = true;

    private ExecutingConnection(TpccDatabase database, InstantSource clock, Connection connection) {
        this.database = database;
        this.clock = clock;
        this.connection = connection;
    }

    static ExecutingConnection open(TpccDatabase database, InstantSource clock) throws SQLException {
        return new ExecutingConnection(database, clock, database.open());
    }

    /**
     * The connection, with an open transaction.
     *
     * @throws SQLException when none can be begun, as while another process writes to SQLite's file
     */
    Connection connection() throws SQLException {
        if (!isBegun) {
            begin();
        }
        return connection;
    }

    /** Transactions on this connection, whose statements are prepared when they are needed first. */
    TpccSession session() throws SQLException {
        TpccSession prepared = session;
        if (prepared == null) {
            prepared = new TpccSession(connection(), database.kind(), clock);
            session = prepared;
        }
        return prepared;
    }

    /** Closes the statements. */
    void release() {
        TpccSession prepared = session;
        session = null;
        try {
            if (prepared != null) {
                prepared.close();
            }
        } catch (SQLException failed) {
            LOG.warn("Statements could not be closed", failed);
        }
    }

    boolean isBroken() {
        try {
            return !isKept() && !connection.isValid(VALID_SECONDS_MAX);
        } catch (SQLException unknown) {
            return true;
        }
    }

    /** Whether another connection would be of no use, or would find another database. */
    private boolean isKept() {
        return database.isSingleConnection() || database.isInMemory();
    }

    /**
     * Closes the statements, and opens another connection, because one to a database server may be broken; returns
     * whether it did. If it fails, the broken one is kept: the next request fails, and then a new connection is tried
     * again. SQLite has no server, and a database in memory disappears with its connection, so their connections are
     * kept.
     */
    boolean reopen() {
        release();
        if (isKept()) {
            beginAgain();
            return false;
        }
        try {
            Connection opened = database.open();
            close();
            connection = opened;
            return true;
        } catch (SQLException failed) {
            // What fails for it is logged, once a second.
            LOG.debug("The database cannot be reached", failed);
            return false;
        }
    }

    /** SQLite ends a transaction itself after some failures, of which its driver takes no notice. */
    private void beginAgain() {
        if (!isBegun) {
            // It was tried just now.
            return;
        }
        try {
            connection.rollback();
            return;
        } catch (SQLException noTransaction) {
            LOG.debug("The database had ended the transaction", noTransaction);
        }
        isBegun = false;
        try {
            begin();
        } catch (SQLException failed) {
            LOG.warn("A transaction could not be begun; it is tried again for the next request", failed);
        }
    }

    /** Begins a transaction where none is open, although the driver takes one for open. */
    private void begin() throws SQLException {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException noTransaction) {
            LOG.debug("The database had ended the transaction", noTransaction);
        }
        connection.setAutoCommit(false);
        isBegun = true;
    }

    /** Ends the transaction of what has failed. Another one is open then, if it can be begun. */
    void rollBack() {
        if (isKept()) {
            beginAgain();
            return;
        }
        try {
            connection.rollback();
        } catch (SQLException failed) {
            LOG.warn("A transaction could not be rolled back", failed);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException failed) {
            LOG.warn("A connection could not be closed", failed);
        }
    }
}
