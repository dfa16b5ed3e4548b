package org.debitcredit.tpcc.wire;

import java.util.Optional;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.wire.v1.CustomerChoice;
import org.debitcredit.tpcc.wire.v1.Delivery;
import org.debitcredit.tpcc.wire.v1.ExecuteRequest;
import org.debitcredit.tpcc.wire.v1.NewOrder;
import org.debitcredit.tpcc.wire.v1.OrderStatus;
import org.debitcredit.tpcc.wire.v1.Payment;
import org.debitcredit.tpcc.wire.v1.StockLevel;

/** The ranges of the fields of a request (clauses 2.4.1 to 2.8.1). */
final class RequestRanges {

    private static final int LINES_MIN = 5;
    private static final int LINES_MAX = 15;
    private static final int QUANTITY_MAX = 10;
    private static final int CARRIERS = 10;
    private static final long AMOUNT_MIN_CENTS = 100;
    private static final long AMOUNT_MAX_CENTS = 500_000;
    private static final int THRESHOLD_MIN = 10;
    private static final int THRESHOLD_MAX = 20;
    private static final int LAST_NAME_LENGTH = 16;

    private RequestRanges() {}

    /** The first field that is out of its range, as a sentence. */
    static Optional<String> firstOffence(ExecuteRequest message) {
        return switch (message.getTransactionCase()) {
            case NEW_ORDER -> newOrder(message.getNewOrder());
            case PAYMENT -> payment(message.getPayment());
            case ORDER_STATUS -> orderStatus(message.getOrderStatus());
            case DELIVERY -> delivery(message.getDelivery());
            case STOCK_LEVEL -> stockLevel(message.getStockLevel());
            case TRANSACTION_NOT_SET ->
                Optional.of("transaction is not set; it must be one of the five that this contract has");
        };
    }

    private static Optional<String> newOrder(NewOrder order) {
        int lines = order.getItemCount();
        if (order.getSupplyWarehouseCount() != lines || order.getQuantityCount() != lines) {
            return Optional.of("item, supply_warehouse and quantity have " + lines + ", "
                    + order.getSupplyWarehouseCount() + " and " + order.getQuantityCount()
                    + " entries; each line has one of each");
        }
        Optional<String> offence = place(order.getWarehouse(), order.getDistrict())
                .or(() -> positive("customer", order.getCustomer()))
                .or(() -> range("the number of lines", lines, LINES_MIN, LINES_MAX));
        for (int line = 0; line < lines && offence.isEmpty(); line++) {
            int at = line;
            offence = positive("item", order.getItem(at))
                    .or(() -> positive("supply_warehouse", order.getSupplyWarehouse(at)))
                    .or(() -> range("quantity", order.getQuantity(at), 1, QUANTITY_MAX));
        }
        return offence;
    }

    private static Optional<String> payment(Payment payment) {
        return place(payment.getWarehouse(), payment.getDistrict())
                .or(() -> positive("customer_warehouse", payment.getCustomerWarehouse()))
                .or(() -> range("customer_district", payment.getCustomerDistrict(), 1, TpccScale.DISTRICTS))
                .or(() -> customer(payment.getCustomer()))
                .or(() -> range("amount_cents", payment.getAmountCents(), AMOUNT_MIN_CENTS, AMOUNT_MAX_CENTS));
    }

    private static Optional<String> orderStatus(OrderStatus status) {
        return place(status.getWarehouse(), status.getDistrict()).or(() -> customer(status.getCustomer()));
    }

    private static Optional<String> delivery(Delivery delivery) {
        return positive("warehouse", delivery.getWarehouse())
                .or(() -> range("carrier", delivery.getCarrier(), 1, CARRIERS));
    }

    private static Optional<String> stockLevel(StockLevel level) {
        return place(level.getWarehouse(), level.getDistrict())
                .or(() -> range("threshold", level.getThreshold(), THRESHOLD_MIN, THRESHOLD_MAX));
    }

    private static Optional<String> customer(CustomerChoice choice) {
        return switch (choice.getByCase()) {
            case NUMBER -> positive("customer.number", choice.getNumber());
            case LAST_NAME ->
                range("the length of customer.last_name", choice.getLastName().length(), 1, LAST_NAME_LENGTH);
            case BY_NOT_SET -> Optional.of("customer is not set; it must be a number or a last name");
        };
    }

    private static Optional<String> place(int warehouse, int district) {
        return positive("warehouse", warehouse).or(() -> range("district", district, 1, TpccScale.DISTRICTS));
    }

    private static Optional<String> positive(String field, int value) {
        return value >= 1 ? Optional.empty() : Optional.of(field + " is " + value + "; it must be 1 or more");
    }

    private static Optional<String> range(String field, long value, long from, long to) {
        return value >= from && value <= to
                ? Optional.empty()
                : Optional.of(field + " is " + value + "; it must be " + from + " to " + to);
    }
}
