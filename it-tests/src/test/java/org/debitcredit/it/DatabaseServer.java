package org.debitcredit.it;

import org.debitcredit.ledger.sql.SqlDatabase;

/** A real database's server, for tests that break it. */
interface DatabaseServer extends AutoCloseable {

    /** A new, empty database. */
    SqlDatabase create();

    /** SIGKILL to the server: what it had only in its own memory is gone. */
    void kill9();

    /** Starts it again after a kill, on the same files and the same port. */
    void restart();

    @Override
    void close();
}
