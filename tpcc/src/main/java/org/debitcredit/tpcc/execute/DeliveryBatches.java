package org.debitcredit.tpcc.execute;

import static org.debitcredit.tpcc.execute.Parameters.key;
import static org.debitcredit.tpcc.execute.Parameters.placeholder;
import static org.debitcredit.tpcc.schema.Tables.CUSTOMER;
import static org.debitcredit.tpcc.schema.Tables.NEW_ORDER;
import static org.debitcredit.tpcc.schema.Tables.ORDERS;
import static org.debitcredit.tpcc.schema.Tables.ORDER_LINE;
import static org.jooq.impl.DSL.deleteFrom;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.update;

import java.sql.SQLException;
import java.util.List;
import org.debitcredit.tpcc.TpccRequest.Delivery;

/** Writes a delivery by a delete for each order, and by batches of updates. */
final class DeliveryBatches implements DeliveryWrites {

    private final Prepared delete;
    private final Prepared updateOrder;
    private final Prepared updateLines;
    private final Prepared updateCustomer;

    DeliveryBatches(PreparedStatements statements) throws SQLException {
        delete = statements.prepare(
                deleteFrom(NEW_ORDER).where(key(NEW_ORDER.NO_W_ID, NEW_ORDER.NO_D_ID, NEW_ORDER.NO_O_ID)));
        updateOrder = statements.prepare(update(ORDERS)
                .set(ORDERS.O_CARRIER_ID, placeholder(ORDERS.O_CARRIER_ID))
                .where(key(ORDERS.O_W_ID, ORDERS.O_D_ID, ORDERS.O_ID)));
        updateLines = statements.prepare(update(ORDER_LINE)
                .set(ORDER_LINE.OL_DELIVERY_D, placeholder(ORDER_LINE.OL_DELIVERY_D))
                .where(key(ORDER_LINE.OL_W_ID, ORDER_LINE.OL_D_ID, ORDER_LINE.OL_O_ID)));
        updateCustomer = statements.prepare(update(CUSTOMER)
                .set(CUSTOMER.C_BALANCE, CUSTOMER.C_BALANCE.plus(placeholder(CUSTOMER.C_BALANCE)))
                .set(CUSTOMER.C_DELIVERY_CNT, CUSTOMER.C_DELIVERY_CNT.plus(inline(1)))
                .where(key(CUSTOMER.C_W_ID, CUSTOMER.C_D_ID, CUSTOMER.C_ID)));
    }

    @Override
    public void deliver(Delivery delivery, List<DeliveryProfile.Order> orders, long nowMicros) throws SQLException {
        for (DeliveryProfile.Order order : orders) {
            add(delivery, order, nowMicros);
        }
        updateOrder.runBatch();
        updateLines.runBatch();
        updateCustomer.runBatch();
    }

    private void add(Delivery delivery, DeliveryProfile.Order order, long nowMicros) throws SQLException {
        int warehouse = delivery.warehouse();
        DeliveryWrites.requireDeleted(
                delete.with(warehouse)
                        .with(order.district())
                        .with(order.number())
                        .update(),
                1);
        updateOrder
                .with(delivery.carrier())
                .with(warehouse)
                .with(order.district())
                .with(order.number())
                .addToBatch();
        updateLines
                .with(nowMicros)
                .with(warehouse)
                .with(order.district())
                .with(order.number())
                .addToBatch();
        updateCustomer
                .with(order.amountCents())
                .with(warehouse)
                .with(order.district())
                .with(order.customer())
                .addToBatch();
    }
}
