package org.debitcredit.tpcc.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.tpcc.database.DatabaseKind;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.SelectForUpdateStep;
import org.jooq.Table;
import org.jooq.UpdateSetMoreStep;
import org.jooq.impl.DSL;

/** Renders statements for one kind of database, prepares them on one connection, and closes them together. */
final class PreparedStatements implements AutoCloseable {

    private final Connection connection;
    private final DatabaseKind kind;
    private final DSLContext jooq;
    private final List<Prepared> prepared = new ArrayList<>();

    PreparedStatements(Connection connection, DatabaseKind kind) {
        this.connection = connection;
        this.kind = kind;
        this.jooq = kind.jooq();
    }

    DatabaseKind kind() {
        return kind;
    }

    Prepared prepare(Query query) throws SQLException {
        return prepare(jooq.render(query));
    }

    /** Prepares SQL that jOOQ cannot express. */
    Prepared prepare(String sql) throws SQLException {
        Prepared statement = new Prepared(connection.prepareStatement(sql));
        prepared.add(statement);
        return statement;
    }

    /** A select of rows that the transaction will write. */
    Prepared prepareForUpdate(SelectForUpdateStep<?> select) throws SQLException {
        return prepare(kind.locksRows() ? select.forUpdate() : select);
    }

    /** An update that returns columns of the rows as they are after it. */
    UpdateReturning prepareReturning(Table<?> table, UpdateSetMoreStep<?> update, Condition key, Field<?>... columns)
            throws SQLException {
        if (kind.returnsUpdated()) {
            return new UpdateReturning(prepare(update.where(key).returning(columns)), null);
        }
        return new UpdateReturning(
                prepare(update.where(key)),
                prepare(DSL.select(columns).from(table).where(key)));
    }

    /** Forgets what a failed transaction has left in the statements. */
    void reset() throws SQLException {
        for (Prepared each : prepared) {
            each.reset();
        }
    }

    @Override
    public void close() throws SQLException {
        for (Prepared each : prepared) {
            each.close();
        }
    }
}
