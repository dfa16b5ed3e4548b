package org.debitcredit.it;

import java.nio.file.Path;
import org.debitcredit.ledger.sql.SqlDatabase;

/**
 * SQLite in a file: a database without a server, which lives and dies with the service.
 *
 * @param folder where the file is
 */
record SqliteFile(Path folder) implements DatabaseServer {

    @Override
    public SqlDatabase create() {
        return new SqlDatabase("jdbc:sqlite:" + folder.resolve("bank.sqlite"), "", "");
    }

    @Override
    public void kill9() {
        throw new IllegalStateException("it has no process of its own");
    }

    @Override
    public void restart() {
        throw new IllegalStateException("it has no process of its own");
    }

    @Override
    public void close() {}
}
