package org.debitcredit.tpcc.execute;

import static org.debitcredit.tpcc.execute.Parameters.key;
import static org.debitcredit.tpcc.execute.Parameters.placeholder;
import static org.debitcredit.tpcc.schema.Tables.CUSTOMER;
import static org.debitcredit.tpcc.schema.Tables.NEW_ORDER;
import static org.debitcredit.tpcc.schema.Tables.ORDERS;
import static org.debitcredit.tpcc.schema.Tables.ORDER_LINE;
import static org.jooq.impl.DSL.deleteFrom;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.update;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.debitcredit.tpcc.TpccRequest.Delivery;
import org.debitcredit.tpcc.TpccScale;

/** The deferred part of Delivery (clause 2.7.4): the oldest new order of each district is delivered. */
final class DeliveryProfile {

    private final Prepared oldest;
    private final Prepared delete;
    private final UpdateReturning order;
    private final UpdateReturning lines;
    private final Prepared updateCustomer;

    DeliveryProfile(Statements statements) throws SQLException {
        oldest = statements.prepareForUpdate(select(NEW_ORDER.NO_O_ID)
                .from(NEW_ORDER)
                .where(key(NEW_ORDER.NO_W_ID, NEW_ORDER.NO_D_ID))
                .orderBy(NEW_ORDER.NO_O_ID)
                .limit(inline(1)));
        delete = statements.prepare(
                deleteFrom(NEW_ORDER).where(key(NEW_ORDER.NO_W_ID, NEW_ORDER.NO_D_ID, NEW_ORDER.NO_O_ID)));
        order = statements.prepareReturning(
                ORDERS,
                update(ORDERS).set(ORDERS.O_CARRIER_ID, placeholder(ORDERS.O_CARRIER_ID)),
                key(ORDERS.O_W_ID, ORDERS.O_D_ID, ORDERS.O_ID),
                ORDERS.O_C_ID);
        lines = statements.prepareReturning(
                ORDER_LINE,
                update(ORDER_LINE).set(ORDER_LINE.OL_DELIVERY_D, placeholder(ORDER_LINE.OL_DELIVERY_D)),
                key(ORDER_LINE.OL_W_ID, ORDER_LINE.OL_D_ID, ORDER_LINE.OL_O_ID),
                ORDER_LINE.OL_AMOUNT);
        updateCustomer = statements.prepare(update(CUSTOMER)
                .set(CUSTOMER.C_BALANCE, CUSTOMER.C_BALANCE.plus(placeholder(CUSTOMER.C_BALANCE)))
                .set(CUSTOMER.C_DELIVERY_CNT, CUSTOMER.C_DELIVERY_CNT.plus(inline(1)))
                .where(key(CUSTOMER.C_W_ID, CUSTOMER.C_D_ID, CUSTOMER.C_ID)));
    }

    /** Delivers, and answers how many districts had no order to deliver. */
    int execute(Delivery delivery, long nowMicros) throws SQLException {
        int skipped = 0;
        for (int district = 1; district <= TpccScale.DISTRICTS; district++) {
            if (!deliver(delivery, district, nowMicros)) {
                skipped++;
            }
        }
        return skipped;
    }

    private boolean deliver(Delivery delivery, int district, long nowMicros) throws SQLException {
        int number;
        try (ResultSet rows = oldest.with(delivery.warehouse()).with(district).query()) {
            if (!rows.next()) {
                return false;
            }
            number = rows.getInt(1);
        }
        if (delete.with(delivery.warehouse()).with(district).with(number).update() != 1) {
            throw new SQLException("another transaction delivered the order first", "40001");
        }
        int customer;
        // An int would be taken for a part of the key, which MariaDB reads by a statement of its own.
        try (ResultSet rows = order.rows((long) delivery.carrier(), delivery.warehouse(), district, number)) {
            Unknown.unless(rows.next(), "order", delivery.warehouse(), district, number);
            customer = rows.getInt(1);
        }
        long amountCents = 0;
        try (ResultSet rows = lines.rows(nowMicros, delivery.warehouse(), district, number)) {
            while (rows.next()) {
                amountCents += rows.getLong(1);
            }
        }
        updateCustomer
                .with(amountCents)
                .with(delivery.warehouse())
                .with(district)
                .with(customer)
                .update();
        return true;
    }
}
