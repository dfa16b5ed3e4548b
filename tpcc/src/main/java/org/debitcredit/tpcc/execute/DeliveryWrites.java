package org.debitcredit.tpcc.execute;

import java.sql.SQLException;
import java.util.List;
import org.debitcredit.tpcc.TpccRequest.Delivery;

/** Writes that orders are delivered. */
interface DeliveryWrites {

    /**
     * Delivers the orders, of which there is at least one.
     *
     * @throws SQLException of a conflict when another transaction has delivered one of them
     */
    void deliver(Delivery delivery, List<DeliveryProfile.Order> orders, long nowMicros) throws SQLException;

    /** Throws unless each order's row of new orders was deleted. */
    static void requireDeleted(int deleted, int orders) throws SQLException {
        if (deleted != orders) {
            throw new SQLException("another transaction delivered the order first", "40001");
        }
    }
}
