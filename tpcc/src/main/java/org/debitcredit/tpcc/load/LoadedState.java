package org.debitcredit.tpcc.load;

import static org.debitcredit.tpcc.schema.Tables.LOAD_PART;
import static org.debitcredit.tpcc.schema.Tables.LOAD_REQUEST;

import java.sql.Connection;
import java.sql.SQLException;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.database.DatabaseKind;
import org.debitcredit.tpcc.database.SchemaFile;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/**
 * What a database was loaded with.
 *
 * @param scale asked for; null when no load was begun
 * @param seed of the load
 * @param lastNameConstant C-Load of last names (clause 2.1.6.1)
 * @param complete whether every part was loaded
 */
public record LoadedState(@Nullable TpccScale scale, long seed, int lastNameConstant, boolean complete) {

    private static final LoadedState NOTHING = new LoadedState(null, 0, 0, false);

    /** Asks the database. Ends its transaction. */
    public static LoadedState of(Connection connection, DatabaseKind kind) throws SQLException {
        if (!SchemaFile.exists(connection)) {
            connection.commit();
            return NOTHING;
        }
        DSLContext jooq = kind.jooq(connection);
        Record request = jooq.selectFrom(LOAD_REQUEST).fetchOne();
        int parts = jooq.fetchCount(LOAD_PART);
        connection.commit();
        if (request == null) {
            return NOTHING;
        }
        TpccScale scale = new TpccScale(
                request.get(LOAD_REQUEST.WAREHOUSES),
                request.get(LOAD_REQUEST.ITEMS),
                request.get(LOAD_REQUEST.CUSTOMERS_PER_DISTRICT));
        return new LoadedState(
                scale,
                request.get(LOAD_REQUEST.SEED),
                request.get(LOAD_REQUEST.LAST_NAME_CONSTANT),
                parts == LoadPart.of(scale).size());
    }
}
