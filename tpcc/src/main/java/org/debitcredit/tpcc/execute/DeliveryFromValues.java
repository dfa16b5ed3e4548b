package org.debitcredit.tpcc.execute;

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
import org.debitcredit.tpcc.TpccScale;
import org.jspecify.annotations.Nullable;

/** Writes a delivery by one statement for each table, which joins a list of values. */
final class DeliveryFromValues implements DeliveryWrites {

    private final PreparedStatements statements;

    /** By the number of orders. */
    private final @Nullable Statements[] known = new Statements[TpccScale.DISTRICTS + 1];

    private record Statements(Prepared delete, Prepared updateOrders, Prepared updateLines, Prepared updateCustomers) {}

    DeliveryFromValues(PreparedStatements statements) {
        this.statements = statements;
    }

    @Override
    public void deliver(Delivery delivery, List<DeliveryProfile.Order> orders, long nowMicros) throws SQLException {
        Statements of = statements(orders.size());
        int deleted = withOrders(of.delete(), orders).with(delivery.warehouse()).update();
        DeliveryWrites.requireDeleted(deleted, orders.size());
        withOrders(of.updateOrders().with(delivery.carrier()), orders)
                .with(delivery.warehouse())
                .update();
        withOrders(of.updateLines().with(nowMicros), orders)
                .with(delivery.warehouse())
                .update();
        for (DeliveryProfile.Order order : orders) {
            of.updateCustomers().with(order.district()).with(order.customer()).with(order.amountCents());
        }
        of.updateCustomers().with(delivery.warehouse()).update();
    }

    private static Prepared withOrders(Prepared statement, List<DeliveryProfile.Order> orders) throws SQLException {
        for (DeliveryProfile.Order order : orders) {
            statement.with(order.district()).with(order.number());
        }
        return statement;
    }

    private Statements statements(int orders) throws SQLException {
        Statements prepared = known[orders];
        if (prepared == null) {
            prepared =
                    new Statements(delete(orders), updateOrders(orders), updateLines(orders), updateCustomers(orders));
            known[orders] = prepared;
        }
        return prepared;
    }

    private Prepared delete(int orders) throws SQLException {
        ValuesTable oldest = new ValuesTable("oldest", orders, NEW_ORDER.NO_D_ID, NEW_ORDER.NO_O_ID);
        return statements.prepare(deleteFrom(NEW_ORDER)
                .using(oldest.table())
                .where(NEW_ORDER.NO_W_ID.eq(placeholder(NEW_ORDER.NO_W_ID)))
                .and(NEW_ORDER.NO_D_ID.eq(oldest.column(NEW_ORDER.NO_D_ID)))
                .and(NEW_ORDER.NO_O_ID.eq(oldest.column(NEW_ORDER.NO_O_ID))));
    }

    private Prepared updateOrders(int orders) throws SQLException {
        ValuesTable oldest = new ValuesTable("oldest", orders, ORDERS.O_D_ID, ORDERS.O_ID);
        return statements.prepare(update(ORDERS)
                .set(ORDERS.O_CARRIER_ID, placeholder(ORDERS.O_CARRIER_ID))
                .from(oldest.table())
                .where(ORDERS.O_W_ID.eq(placeholder(ORDERS.O_W_ID)))
                .and(ORDERS.O_D_ID.eq(oldest.column(ORDERS.O_D_ID)))
                .and(ORDERS.O_ID.eq(oldest.column(ORDERS.O_ID))));
    }

    private Prepared updateLines(int orders) throws SQLException {
        ValuesTable oldest = new ValuesTable("oldest", orders, ORDER_LINE.OL_D_ID, ORDER_LINE.OL_O_ID);
        return statements.prepare(update(ORDER_LINE)
                .set(ORDER_LINE.OL_DELIVERY_D, placeholder(ORDER_LINE.OL_DELIVERY_D))
                .from(oldest.table())
                .where(ORDER_LINE.OL_W_ID.eq(placeholder(ORDER_LINE.OL_W_ID)))
                .and(ORDER_LINE.OL_D_ID.eq(oldest.column(ORDER_LINE.OL_D_ID)))
                .and(ORDER_LINE.OL_O_ID.eq(oldest.column(ORDER_LINE.OL_O_ID))));
    }

    private Prepared updateCustomers(int orders) throws SQLException {
        ValuesTable paid = new ValuesTable("paid", orders, CUSTOMER.C_D_ID, CUSTOMER.C_ID, CUSTOMER.C_BALANCE);
        return statements.prepare(update(CUSTOMER)
                .set(CUSTOMER.C_BALANCE, CUSTOMER.C_BALANCE.plus(paid.column(CUSTOMER.C_BALANCE)))
                .set(CUSTOMER.C_DELIVERY_CNT, CUSTOMER.C_DELIVERY_CNT.plus(inline(1)))
                .from(paid.table())
                .where(CUSTOMER.C_W_ID.eq(placeholder(CUSTOMER.C_W_ID)))
                .and(CUSTOMER.C_D_ID.eq(paid.column(CUSTOMER.C_D_ID)))
                .and(CUSTOMER.C_ID.eq(paid.column(CUSTOMER.C_ID))));
    }
}
