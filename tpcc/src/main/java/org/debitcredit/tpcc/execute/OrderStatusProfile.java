package org.debitcredit.tpcc.execute;

import static org.debitcredit.tpcc.execute.Parameters.key;
import static org.debitcredit.tpcc.schema.Tables.CUSTOMER;
import static org.debitcredit.tpcc.schema.Tables.ORDERS;
import static org.debitcredit.tpcc.schema.Tables.ORDER_LINE;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.select;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest.OrderStatus;

/** Order-Status (clause 2.6): a customer's last order. */
final class OrderStatusProfile {

    private final CustomerNumbers customers;
    private final Prepared customer;
    private final Prepared lastOrder;
    private final Prepared lines;

    OrderStatusProfile(PreparedStatements statements, CustomerNumbers customers) throws SQLException {
        this.customers = customers;
        customer = statements.prepare(select(CUSTOMER.C_FIRST, CUSTOMER.C_MIDDLE, CUSTOMER.C_LAST, CUSTOMER.C_BALANCE)
                .from(CUSTOMER)
                .where(key(CUSTOMER.C_W_ID, CUSTOMER.C_D_ID, CUSTOMER.C_ID)));
        // Asked for the first of the customer's orders from the last on, SQLite goes through all orders of the
        // district.
        lastOrder = statements.prepare(select(ORDERS.O_ID, ORDERS.O_ENTRY_D, ORDERS.O_CARRIER_ID)
                .from(ORDERS)
                .where(key(ORDERS.O_W_ID, ORDERS.O_D_ID))
                .and(ORDERS.O_ID.eq(field(select(max(ORDERS.O_ID))
                        .from(ORDERS)
                        .where(key(ORDERS.O_W_ID, ORDERS.O_D_ID, ORDERS.O_C_ID))))));
        lines = statements.prepare(select(
                        ORDER_LINE.OL_I_ID,
                        ORDER_LINE.OL_SUPPLY_W_ID,
                        ORDER_LINE.OL_QUANTITY,
                        ORDER_LINE.OL_AMOUNT,
                        ORDER_LINE.OL_DELIVERY_D)
                .from(ORDER_LINE)
                .where(key(ORDER_LINE.OL_W_ID, ORDER_LINE.OL_D_ID, ORDER_LINE.OL_O_ID))
                .orderBy(ORDER_LINE.OL_NUMBER));
    }

    TpccAnswer.OrderStatus execute(OrderStatus status) throws SQLException {
        int number = customers.find(status.warehouse(), status.district(), status.customer());
        String first;
        String middle;
        String last;
        long balanceCents;
        try (ResultSet rows = customer.with(status.warehouse())
                .with(status.district())
                .with(number)
                .query()) {
            Unknown.unless(rows.next(), "customer", status.warehouse(), status.district(), number);
            first = rows.getString(1);
            middle = rows.getString(2);
            last = rows.getString(3);
            balanceCents = rows.getLong(4);
        }
        int order;
        long entryMicros;
        OptionalInt carrier;
        try (ResultSet rows = lastOrder
                .with(status.warehouse())
                .with(status.district())
                .with(status.warehouse())
                .with(status.district())
                .with(number)
                .query()) {
            Unknown.unless(rows.next(), "order of customer", status.warehouse(), status.district(), number);
            order = rows.getInt(1);
            entryMicros = rows.getLong(2);
            int delivered = rows.getInt(3);
            carrier = rows.wasNull() ? OptionalInt.empty() : OptionalInt.of(delivered);
        }
        return new TpccAnswer.OrderStatus(
                status.warehouse(),
                status.district(),
                number,
                first,
                middle,
                last,
                balanceCents,
                order,
                entryMicros,
                carrier,
                linesOf(status, order));
    }

    private List<TpccAnswer.OrderStatus.Line> linesOf(OrderStatus status, int order) throws SQLException {
        List<TpccAnswer.OrderStatus.Line> found = new ArrayList<>(NewOrderProfile.LINES_MAX);
        try (ResultSet rows = lines.with(status.warehouse())
                .with(status.district())
                .with(order)
                .query()) {
            while (rows.next()) {
                long delivered = rows.getLong(5);
                found.add(new TpccAnswer.OrderStatus.Line(
                        rows.getInt(1),
                        rows.getInt(2),
                        rows.getInt(3),
                        rows.getLong(4),
                        delivered == 0 ? OptionalLong.empty() : OptionalLong.of(delivered)));
            }
        }
        return found;
    }
}
