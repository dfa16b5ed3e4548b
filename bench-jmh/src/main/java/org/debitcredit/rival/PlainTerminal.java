package org.debitcredit.rival;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.database.ConflictPauses;
import org.debitcredit.tpcc.database.DatabaseKind;

/**
 * Executes transactions on one connection, each row by a statement of its own, which is prepared once. What the
 * database rolled back because of another transaction is repeated, after the same pauses as in the server.
 */
final class PlainTerminal {

    private static final String BAD_CREDIT = "BC";
    private static final int DATA_MAX = 500;
    private static final int LEFT_MIN = 10;
    private static final int FILLED_BY = 91;

    private final Connection connection;
    private final DatabaseKind kind;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final ConflictPauses conflicts = ConflictPauses.sleeping();
    private long repeats;

    PlainTerminal(Connection connection, DatabaseKind kind) {
        this.connection = connection;
        this.kind = kind;
    }

    /** Transactions that were begun again because of another one. */
    long repeats() {
        return repeats;
    }

    /** Executes a transaction, and returns whether it was committed: an order with an unused item is rolled back. */
    boolean execute(TpccRequest request) throws SQLException {
        long begunNanos = conflicts.nowNanos();
        for (int failures = 1; ; failures++) {
            try {
                boolean isCommitted = profile(request);
                if (isCommitted) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
                return isCommitted;
            } catch (SQLException failed) {
                connection.rollback();
                if (!kind.isTransient(failed) || !conflicts.mayRepeat(failures, begunNanos)) {
                    throw failed;
                }
                repeats++;
            }
        }
    }

    private boolean profile(TpccRequest request) throws SQLException {
        if (request instanceof TpccRequest.NewOrder order) {
            return newOrder(order);
        } else if (request instanceof TpccRequest.Payment payment) {
            pay(payment);
        } else if (request instanceof TpccRequest.OrderStatus status) {
            orderStatus(status);
        } else if (request instanceof TpccRequest.Delivery delivery) {
            for (int district = 1; district <= TpccScale.DISTRICTS; district++) {
                deliver(delivery, district);
            }
        } else {
            stockLevel((TpccRequest.StockLevel) request);
        }
        return true;
    }

    private boolean newOrder(TpccRequest.NewOrder order) throws SQLException {
        int warehouse = order.warehouse();
        int district = order.district();
        try (ResultSet row = query(
                "select c_discount, c_last, c_credit, w_tax from customer join warehouse on w_id = c_w_id "
                        + "where c_w_id = ? and c_d_id = ? and c_id = ?",
                warehouse,
                district,
                order.customer())) {
            row.next();
        }
        int number;
        try (ResultSet row = query(
                "select d_next_o_id, d_tax from district where d_w_id = ? and d_id = ? for update",
                warehouse,
                district)) {
            row.next();
            number = row.getInt(1);
        }
        update("update district set d_next_o_id = d_next_o_id + 1 where d_w_id = ? and d_id = ?", warehouse, district);
        boolean isLocal = order.lines().stream().allMatch(line -> line.supplyWarehouse() == warehouse);
        update(
                "insert into orders (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local) "
                        + "values (?, ?, ?, ?, ?, ?, ?)",
                warehouse,
                district,
                number,
                order.customer(),
                nowMicros(),
                order.lines().size(),
                isLocal ? 1 : 0);
        update("insert into new_order (no_w_id, no_d_id, no_o_id) values (?, ?, ?)", warehouse, district, number);
        int count = 0;
        for (TpccRequest.NewOrder.Line line : order.lines()) {
            long price;
            try (ResultSet row = query("select i_price, i_name, i_data from item where i_id = ?", line.item())) {
                if (!row.next()) {
                    return false;
                }
                price = row.getLong(1);
            }
            String info = takeStock(line, district, line.supplyWarehouse() == warehouse);
            update(
                    "insert into order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, "
                            + "ol_amount, ol_dist_info) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    warehouse,
                    district,
                    number,
                    ++count,
                    line.item(),
                    line.supplyWarehouse(),
                    line.quantity(),
                    price * line.quantity(),
                    info);
        }
        return true;
    }

    private String takeStock(TpccRequest.NewOrder.Line line, int district, boolean isLocal) throws SQLException {
        int quantity;
        String info;
        try (ResultSet row = query(
                "select s_quantity, s_dist_%02d, s_data from stock where s_w_id = ? and s_i_id = ? for update"
                        .formatted(district),
                line.supplyWarehouse(),
                line.item())) {
            row.next();
            quantity = row.getInt(1);
            info = row.getString(2);
        }
        int left = quantity - line.quantity();
        update(
                "update stock set s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1, "
                        + "s_remote_cnt = s_remote_cnt + ? where s_w_id = ? and s_i_id = ?",
                left >= LEFT_MIN ? left : left + FILLED_BY,
                line.quantity(),
                isLocal ? 0 : 1,
                line.supplyWarehouse(),
                line.item());
        return info;
    }

    private void pay(TpccRequest.Payment payment) throws SQLException {
        update("update warehouse set w_ytd = w_ytd + ? where w_id = ?", payment.amountCents(), payment.warehouse());
        String names;
        try (ResultSet row = query(
                "select w_name, w_street_1, w_street_2, w_city, w_state, w_zip from warehouse where w_id = ?",
                payment.warehouse())) {
            row.next();
            names = row.getString(1);
        }
        update(
                "update district set d_ytd = d_ytd + ? where d_w_id = ? and d_id = ?",
                payment.amountCents(),
                payment.warehouse(),
                payment.district());
        try (ResultSet row = query(
                "select d_name, d_street_1, d_street_2, d_city, d_state, d_zip from district where d_w_id = ? and d_id = ?",
                payment.warehouse(),
                payment.district())) {
            row.next();
            names += "    " + row.getString(1);
        }
        int warehouse = payment.customerWarehouse();
        int district = payment.customerDistrict();
        int customer = number(warehouse, district, payment.customer());
        boolean isBad;
        String data;
        try (ResultSet row = query(
                "select c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, "
                        + "c_credit, c_credit_lim, c_discount, c_balance, c_data from customer "
                        + "where c_w_id = ? and c_d_id = ? and c_id = ? for update",
                warehouse,
                district,
                customer)) {
            row.next();
            isBad = row.getString("c_credit").equals(BAD_CREDIT);
            data = row.getString("c_data");
        }
        update(
                "update customer set c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?, "
                        + "c_payment_cnt = c_payment_cnt + 1 where c_w_id = ? and c_d_id = ? and c_id = ?",
                payment.amountCents(),
                payment.amountCents(),
                warehouse,
                district,
                customer);
        if (isBad) {
            String longer = customer + " " + district + " " + warehouse + " " + payment.district() + " "
                    + payment.warehouse() + " " + payment.amountCents() + " " + data;
            update(
                    "update customer set c_data = ? where c_w_id = ? and c_d_id = ? and c_id = ?",
                    longer.substring(0, Math.min(DATA_MAX, longer.length())),
                    warehouse,
                    district,
                    customer);
        }
        update(
                "insert into history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data) "
                        + "values (?, ?, ?, ?, ?, ?, ?, ?)",
                customer,
                district,
                warehouse,
                payment.district(),
                payment.warehouse(),
                nowMicros(),
                payment.amountCents(),
                names);
    }

    /** A customer's number; by last name, of those in the order of first names the middle one, rounded up. */
    private int number(int warehouse, int district, CustomerChoice choice) throws SQLException {
        if (choice instanceof CustomerChoice.ByNumber by) {
            return by.number();
        }
        String name = ((CustomerChoice.ByLastName) choice).lastName();
        int count;
        try (ResultSet row = query(
                "select count(*) from customer where c_w_id = ? and c_d_id = ? and c_last = ?",
                warehouse,
                district,
                name)) {
            row.next();
            count = row.getInt(1);
        }
        try (ResultSet rows = query(
                "select c_id from customer where c_w_id = ? and c_d_id = ? and c_last = ? order by c_first",
                warehouse,
                district,
                name)) {
            for (int at = 0; at < (count + 1) / 2; at++) {
                rows.next();
            }
            return rows.getInt(1);
        }
    }

    private void orderStatus(TpccRequest.OrderStatus status) throws SQLException {
        int customer = number(status.warehouse(), status.district(), status.customer());
        try (ResultSet row = query(
                "select c_first, c_middle, c_last, c_balance from customer where c_w_id = ? and c_d_id = ? and c_id = ?",
                status.warehouse(),
                status.district(),
                customer)) {
            row.next();
        }
        int order;
        try (ResultSet row = query(
                "select o_id, o_entry_d, o_carrier_id from orders where o_w_id = ? and o_d_id = ? and o_c_id = ? "
                        + "order by o_id desc limit 1",
                status.warehouse(),
                status.district(),
                customer)) {
            row.next();
            order = row.getInt(1);
        }
        try (ResultSet rows = query(
                "select ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d from order_line "
                        + "where ol_w_id = ? and ol_d_id = ? and ol_o_id = ?",
                status.warehouse(),
                status.district(),
                order)) {
            readAll(rows);
        }
    }

    private void deliver(TpccRequest.Delivery delivery, int district) throws SQLException {
        int warehouse = delivery.warehouse();
        int order;
        try (ResultSet row = query(
                "select no_o_id from new_order where no_w_id = ? and no_d_id = ? order by no_o_id limit 1 for update",
                warehouse,
                district)) {
            if (!row.next()) {
                return;
            }
            order = row.getInt(1);
        }
        update("delete from new_order where no_w_id = ? and no_d_id = ? and no_o_id = ?", warehouse, district, order);
        int customer;
        try (ResultSet row = query(
                "select o_c_id from orders where o_w_id = ? and o_d_id = ? and o_id = ?", warehouse, district, order)) {
            row.next();
            customer = row.getInt(1);
        }
        update(
                "update orders set o_carrier_id = ? where o_w_id = ? and o_d_id = ? and o_id = ?",
                delivery.carrier(),
                warehouse,
                district,
                order);
        update(
                "update order_line set ol_delivery_d = ? where ol_w_id = ? and ol_d_id = ? and ol_o_id = ?",
                nowMicros(),
                warehouse,
                district,
                order);
        long cents;
        try (ResultSet row = query(
                "select sum(ol_amount) from order_line where ol_w_id = ? and ol_d_id = ? and ol_o_id = ?",
                warehouse,
                district,
                order)) {
            row.next();
            cents = row.getLong(1);
        }
        update(
                "update customer set c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1 "
                        + "where c_w_id = ? and c_d_id = ? and c_id = ?",
                cents,
                warehouse,
                district,
                customer);
    }

    private void stockLevel(TpccRequest.StockLevel level) throws SQLException {
        int next;
        try (ResultSet row = query(
                "select d_next_o_id from district where d_w_id = ? and d_id = ?",
                level.warehouse(),
                level.district())) {
            row.next();
            next = row.getInt(1);
        }
        try (ResultSet row = query(
                "select count(distinct s_i_id) from order_line join stock on s_w_id = ol_w_id and s_i_id = ol_i_id "
                        + "where ol_w_id = ? and ol_d_id = ? and ol_o_id < ? and ol_o_id >= ? and s_quantity < ?",
                level.warehouse(),
                level.district(),
                next,
                next - 20,
                level.threshold())) {
            readAll(row);
        }
    }

    private static void readAll(ResultSet rows) throws SQLException {
        while (rows.next()) {
            rows.getLong(1);
        }
    }

    private ResultSet query(String sql, Object... values) throws SQLException {
        return bound(sql, values).executeQuery();
    }

    private void update(String sql, Object... values) throws SQLException {
        bound(sql, values).executeUpdate();
    }

    private PreparedStatement bound(String sql, Object... values) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof Integer number) {
                statement.setInt(i + 1, number);
            } else if (values[i] instanceof Long number) {
                statement.setLong(i + 1, number);
            } else {
                statement.setString(i + 1, values[i].toString());
            }
        }
        return statement;
    }

    private static long nowMicros() {
        return System.currentTimeMillis() * 1_000;
    }
}
