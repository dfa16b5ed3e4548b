package org.debitcredit.tpcc.execute;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Where a transaction of a group began, so that it can be rolled back without those before it. The statements are kept
 * prepared, because JDBC's own savepoints would be parsed each time. They are prepared only when a group has a second
 * transaction, because not every database can prepare them.
 */
final class GroupSavepoint {

    private static final String NAME = "transaction_of_group";

    private record Prepareds(Prepared set, Prepared release, Prepared rollBack) {}

    private final PreparedStatements statements;
    private @Nullable Prepareds prepared;

    GroupSavepoint(PreparedStatements statements) {
        this.statements = statements;
    }

    void set() throws SQLException {
        prepared().set().update();
    }

    /** The transaction has ended well. */
    void release() throws SQLException {
        prepared().release().update();
    }

    /** Undoes the transaction, and releases the savepoint. */
    void rollBack() throws SQLException {
        prepared().rollBack().update();
        release();
    }

    private Prepareds prepared() throws SQLException {
        if (prepared == null) {
            prepared = new Prepareds(
                    statements.prepare("savepoint " + NAME),
                    statements.prepare("release savepoint " + NAME),
                    statements.prepare("rollback to savepoint " + NAME));
        }
        return prepared;
    }
}
