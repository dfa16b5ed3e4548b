package org.debitcredit.tpcc.execute;

import static org.debitcredit.tpcc.execute.Parameters.key;
import static org.debitcredit.tpcc.schema.Tables.ORDERS;
import static org.debitcredit.tpcc.schema.Tables.ORDER_LINE;
import static org.jooq.impl.DSL.inline;
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

    private final CustomerRow.Finder customers;
    private final Prepared lastOrder;
    private final Prepared lines;

    OrderStatusProfile(Statements statements) throws SQLException {
        customers = new CustomerRow.Finder(statements, false);
        lastOrder = statements.prepare(select(ORDERS.O_ID, ORDERS.O_ENTRY_D, ORDERS.O_CARRIER_ID)
                .from(ORDERS)
                .where(key(ORDERS.O_W_ID, ORDERS.O_D_ID, ORDERS.O_C_ID))
                .orderBy(ORDERS.O_ID.desc())
                .limit(inline(1)));
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
        CustomerRow customer = customers.find(status.warehouse(), status.district(), status.customer());
        int order;
        long entryMicros;
        OptionalInt carrier;
        try (ResultSet rows = lastOrder
                .with(status.warehouse())
                .with(status.district())
                .with(customer.number())
                .query()) {
            Unknown.unless(rows.next(), "order of customer", status.warehouse(), status.district(), customer.number());
            order = rows.getInt(1);
            entryMicros = rows.getLong(2);
            int delivered = rows.getInt(3);
            carrier = rows.wasNull() ? OptionalInt.empty() : OptionalInt.of(delivered);
        }
        return new TpccAnswer.OrderStatus(
                status.warehouse(),
                status.district(),
                customer.number(),
                customer.first(),
                customer.middle(),
                customer.last(),
                customer.balanceCents(),
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
