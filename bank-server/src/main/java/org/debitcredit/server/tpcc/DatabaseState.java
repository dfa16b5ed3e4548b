package org.debitcredit.server.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.load.LoadedState;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the database without asking it again. A complete load stays as it is.
 *
 * @param product and its version, in words
 * @param durability whether what was committed outlives a crash, in words
 */
record DatabaseState(LoadedState loaded, String product, String durability) {

    /** Asks the database. Ends its transaction. */
    static DatabaseState read(Connection connection, TpccDatabase database) throws SQLException {
        LoadedState loaded = LoadedState.of(connection, database.kind());
        DatabaseState state = new DatabaseState(loaded, database.describe(connection), database.durability(connection));
        connection.rollback();
        return state;
    }

    /** The size of a complete load; null without one. */
    @Nullable
    TpccScale scale() {
        return loaded.complete() ? loaded.scale() : null;
    }

    /** Why nothing can be executed or checked, in a sentence; empty after a complete load. */
    static Optional<String> incomplete(LoadedState loaded) {
        TpccScale asked = loaded.scale();
        if (asked == null) {
            return Optional.of("nothing has been loaded; load it by ./bank tpcc load");
        }
        if (loaded.complete()) {
            return Optional.empty();
        }
        String warehouses = asked.warehouses() == 1 ? "1 warehouse" : asked.warehouses() + " warehouses";
        return Optional.of("a load of " + warehouses
                + " has not ended; ask for it again by ./bank tpcc load, which goes on from where it stopped");
    }

    /** The first warehouse of a request that is not loaded, as a sentence. */
    static Optional<String> notLoaded(TpccRequest request, TpccScale scale) {
        return warehouses(request)
                .filter(warehouse -> warehouse > scale.warehouses())
                .mapToObj(
                        warehouse -> "warehouse " + warehouse + " is not loaded; it must be 1 to " + scale.warehouses())
                .findFirst();
    }

    private static IntStream warehouses(TpccRequest request) {
        IntStream others = IntStream.empty();
        if (request instanceof TpccRequest.NewOrder order) {
            others = order.lines().stream().mapToInt(TpccRequest.NewOrder.Line::supplyWarehouse);
        } else if (request instanceof TpccRequest.Payment payment) {
            others = IntStream.of(payment.customerWarehouse());
        }
        return IntStream.concat(IntStream.of(request.warehouse()), others);
    }
}
