package org.debitcredit.tpcc.execute;

import static org.debitcredit.tpcc.execute.Parameters.key;
import static org.debitcredit.tpcc.schema.Tables.DISTRICT;
import static org.debitcredit.tpcc.schema.Tables.NEW_ORDER;
import static org.debitcredit.tpcc.schema.Tables.ORDERS;
import static org.debitcredit.tpcc.schema.Tables.ORDER_LINE;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.min;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.sum;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.tpcc.TpccRequest.Delivery;
import org.debitcredit.tpcc.TpccScale;

/**
 * The deferred part of Delivery (clause 2.7.4): the oldest new order of each district is delivered. One statement reads
 * all of them; what it reads of an order never changes. The transaction that deletes an order's row of new orders
 * delivers the order.
 */
final class DeliveryProfile {

    private final Prepared oldest;
    private final DeliveryWrites writes;

    /** The oldest new order of a district. */
    record Order(int district, int number, int customer, long amountCents) {}

    DeliveryProfile(PreparedStatements statements) throws SQLException {
        oldest = statements.prepare(select(
                        ORDERS.O_D_ID,
                        ORDERS.O_ID,
                        ORDERS.O_C_ID,
                        field(select(sum(ORDER_LINE.OL_AMOUNT))
                                .from(ORDER_LINE)
                                .where(ORDER_LINE.OL_W_ID.eq(ORDERS.O_W_ID))
                                .and(ORDER_LINE.OL_D_ID.eq(ORDERS.O_D_ID))
                                .and(ORDER_LINE.OL_O_ID.eq(ORDERS.O_ID))))
                .from(DISTRICT)
                // An inner join would begin with all orders of the warehouse on SQLite.
                .crossJoin(ORDERS)
                .where(key(DISTRICT.D_W_ID))
                .and(ORDERS.O_W_ID.eq(DISTRICT.D_W_ID))
                .and(ORDERS.O_D_ID.eq(DISTRICT.D_ID))
                .and(ORDERS.O_ID.eq(field(select(min(NEW_ORDER.NO_O_ID))
                        .from(NEW_ORDER)
                        .where(NEW_ORDER.NO_W_ID.eq(DISTRICT.D_W_ID))
                        .and(NEW_ORDER.NO_D_ID.eq(DISTRICT.D_ID))))));
        writes = statements.kind().writesFromValues()
                ? new DeliveryFromValues(statements)
                : new DeliveryBatches(statements);
    }

    /** Delivers, and returns how many districts had no order to deliver. */
    int execute(Delivery delivery, long nowMicros) throws SQLException {
        List<Order> orders = oldest(delivery.warehouse());
        if (!orders.isEmpty()) {
            writes.deliver(delivery, orders, nowMicros);
        }
        return TpccScale.DISTRICTS - orders.size();
    }

    private List<Order> oldest(int warehouse) throws SQLException {
        List<Order> orders = new ArrayList<>(TpccScale.DISTRICTS);
        try (ResultSet rows = oldest.with(warehouse).query()) {
            while (rows.next()) {
                orders.add(new Order(rows.getInt(1), rows.getInt(2), rows.getInt(3), rows.getLong(4)));
            }
        }
        return orders;
    }
}
