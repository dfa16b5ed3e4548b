package org.debitcredit.tpcc.wire;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;
import org.debitcredit.tpcc.wire.v1.Delivery;
import org.debitcredit.tpcc.wire.v1.ExecuteRequest;
import org.debitcredit.tpcc.wire.v1.NewOrder;
import org.debitcredit.tpcc.wire.v1.OrderStatus;
import org.debitcredit.tpcc.wire.v1.Payment;
import org.debitcredit.tpcc.wire.v1.StockLevel;

/** Requests as messages, and back. Answers are in {@link AnswerMessages}. */
public final class TpccMessages {

    private TpccMessages() {}

    /** What a message asks for. */
    public static ReceivedRequest request(ExecuteRequest message) {
        String offence = RequestRanges.firstOffence(message).orElse("");
        return offence.isEmpty()
                ? new ReceivedRequest.Accepted(wellFormed(message))
                : new ReceivedRequest.Refused(offence);
    }

    /**
     * The message of a request.
     *
     * @param id unique among the requests in flight of a stream
     */
    public static ExecuteRequest message(long id, TpccRequest request) {
        ExecuteRequest.Builder message = ExecuteRequest.newBuilder().setId(id);
        if (request instanceof TpccRequest.NewOrder order) {
            message.setNewOrder(newOrder(order));
        } else if (request instanceof TpccRequest.Payment payment) {
            message.setPayment(payment(payment));
        } else if (request instanceof TpccRequest.OrderStatus status) {
            message.setOrderStatus(OrderStatus.newBuilder()
                    .setWarehouse(status.warehouse())
                    .setDistrict(status.district())
                    .setCustomer(customer(status.customer())));
        } else if (request instanceof TpccRequest.Delivery delivery) {
            message.setDelivery(
                    Delivery.newBuilder().setWarehouse(delivery.warehouse()).setCarrier(delivery.carrier()));
        } else {
            TpccRequest.StockLevel level = (TpccRequest.StockLevel) request;
            message.setStockLevel(StockLevel.newBuilder()
                    .setWarehouse(level.warehouse())
                    .setDistrict(level.district())
                    .setThreshold(level.threshold()));
        }
        return message.build();
    }

    private static NewOrder newOrder(TpccRequest.NewOrder order) {
        NewOrder.Builder message = NewOrder.newBuilder()
                .setWarehouse(order.warehouse())
                .setDistrict(order.district())
                .setCustomer(order.customer());
        for (TpccRequest.NewOrder.Line line : order.lines()) {
            message.addItem(line.item())
                    .addSupplyWarehouse(line.supplyWarehouse())
                    .addQuantity(line.quantity());
        }
        return message.build();
    }

    private static Payment payment(TpccRequest.Payment payment) {
        return Payment.newBuilder()
                .setWarehouse(payment.warehouse())
                .setDistrict(payment.district())
                .setCustomerWarehouse(payment.customerWarehouse())
                .setCustomerDistrict(payment.customerDistrict())
                .setCustomer(customer(payment.customer()))
                .setAmountCents(payment.amountCents())
                .build();
    }

    private static org.debitcredit.tpcc.wire.v1.CustomerChoice customer(CustomerChoice choice) {
        var message = org.debitcredit.tpcc.wire.v1.CustomerChoice.newBuilder();
        if (choice instanceof CustomerChoice.ByLastName byName) {
            message.setLastName(byName.lastName());
        } else {
            message.setNumber(((CustomerChoice.ByNumber) choice).number());
        }
        return message.build();
    }

    private static TpccRequest wellFormed(ExecuteRequest message) {
        return switch (message.getTransactionCase()) {
            case NEW_ORDER -> newOrder(message.getNewOrder());
            case PAYMENT -> payment(message.getPayment());
            case ORDER_STATUS -> {
                OrderStatus status = message.getOrderStatus();
                yield new TpccRequest.OrderStatus(
                        status.getWarehouse(), status.getDistrict(), customer(status.getCustomer()));
            }
            case DELIVERY ->
                new TpccRequest.Delivery(
                        message.getDelivery().getWarehouse(),
                        message.getDelivery().getCarrier());
            case STOCK_LEVEL -> {
                StockLevel level = message.getStockLevel();
                yield new TpccRequest.StockLevel(level.getWarehouse(), level.getDistrict(), level.getThreshold());
            }
            case TRANSACTION_NOT_SET -> throw new IllegalStateException("a message without a transaction was let in");
        };
    }

    private static TpccRequest newOrder(NewOrder order) {
        List<TpccRequest.NewOrder.Line> lines = new ArrayList<>(order.getItemCount());
        for (int line = 0; line < order.getItemCount(); line++) {
            lines.add(new TpccRequest.NewOrder.Line(
                    order.getItem(line), order.getSupplyWarehouse(line), order.getQuantity(line)));
        }
        return new TpccRequest.NewOrder(order.getWarehouse(), order.getDistrict(), order.getCustomer(), lines);
    }

    private static TpccRequest payment(Payment payment) {
        return new TpccRequest.Payment(
                payment.getWarehouse(),
                payment.getDistrict(),
                payment.getCustomerWarehouse(),
                payment.getCustomerDistrict(),
                customer(payment.getCustomer()),
                payment.getAmountCents());
    }

    private static CustomerChoice customer(org.debitcredit.tpcc.wire.v1.CustomerChoice choice) {
        return choice.hasNumber()
                ? new CustomerChoice.ByNumber(choice.getNumber())
                : new CustomerChoice.ByLastName(choice.getLastName());
    }
}
