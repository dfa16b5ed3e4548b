package org.debitcredit.tpcc.wire;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.wire.v1.Address;
import org.debitcredit.tpcc.wire.v1.Answer;
import org.debitcredit.tpcc.wire.v1.DeliveryAnswer;
import org.debitcredit.tpcc.wire.v1.NewOrderAnswer;
import org.debitcredit.tpcc.wire.v1.NewOrderLine;
import org.debitcredit.tpcc.wire.v1.OrderStatusAnswer;
import org.debitcredit.tpcc.wire.v1.OrderStatusLine;
import org.debitcredit.tpcc.wire.v1.PaymentAnswer;
import org.debitcredit.tpcc.wire.v1.StockLevelAnswer;
import org.debitcredit.tpcc.wire.v1.TransactionType;

/**
 * Answers as messages, and back. An order that was rolled back has a status, and nothing that it would have changed.
 */
public final class AnswerMessages {

    private AnswerMessages() {}

    /** The message of an answer. */
    public static Answer message(TpccAnswer answer) {
        Answer.Builder message = Answer.newBuilder();
        if (answer instanceof TpccAnswer.NewOrder order) {
            return message.setType(TransactionType.NEW_ORDER)
                    .setNewOrder(newOrder(order))
                    .build();
        } else if (answer instanceof TpccAnswer.RolledBack order) {
            return message.setType(TransactionType.NEW_ORDER)
                    .setNewOrder(rolledBack(order))
                    .build();
        } else if (answer instanceof TpccAnswer.Payment payment) {
            return message.setType(TransactionType.PAYMENT)
                    .setPayment(payment(payment))
                    .build();
        } else if (answer instanceof TpccAnswer.OrderStatus status) {
            return message.setType(TransactionType.ORDER_STATUS)
                    .setOrderStatus(orderStatus(status))
                    .build();
        } else if (answer instanceof TpccAnswer.Delivery delivery) {
            return message.setType(TransactionType.DELIVERY)
                    .setDelivery(DeliveryAnswer.newBuilder()
                            .setWarehouse(delivery.warehouse())
                            .setCarrier(delivery.carrier())
                            .setStatus(TpccAnswer.Delivery.STATUS))
                    .build();
        }
        TpccAnswer.StockLevel level = (TpccAnswer.StockLevel) answer;
        return message.setType(TransactionType.STOCK_LEVEL)
                .setStockLevel(StockLevelAnswer.newBuilder()
                        .setWarehouse(level.warehouse())
                        .setDistrict(level.district())
                        .setThreshold(level.threshold())
                        .setLowStock(level.lowStock()))
                .build();
    }

    /**
     * The answer of a message.
     *
     * @throws IllegalArgumentException when the message has no content, which no server of this contract sends
     */
    public static TpccAnswer answer(Answer message) {
        return switch (message.getContentCase()) {
            case NEW_ORDER -> newOrder(message.getNewOrder());
            case PAYMENT -> payment(message.getPayment());
            case ORDER_STATUS -> orderStatus(message.getOrderStatus());
            case DELIVERY ->
                new TpccAnswer.Delivery(
                        message.getDelivery().getWarehouse(),
                        message.getDelivery().getCarrier());
            case STOCK_LEVEL -> {
                StockLevelAnswer level = message.getStockLevel();
                yield new TpccAnswer.StockLevel(
                        level.getWarehouse(), level.getDistrict(), level.getThreshold(), level.getLowStock());
            }
            case CONTENT_NOT_SET -> throw new IllegalArgumentException("an answer without content came");
        };
    }

    private static NewOrderAnswer newOrder(TpccAnswer.NewOrder order) {
        NewOrderAnswer.Builder message = NewOrderAnswer.newBuilder()
                .setWarehouse(order.warehouse())
                .setDistrict(order.district())
                .setCustomer(order.customer())
                .setCustomerLast(order.customerLast())
                .setCustomerCredit(order.customerCredit())
                .setOrder(order.order())
                .setCustomerDiscount(order.customerDiscount())
                .setWarehouseTax(order.warehouseTax())
                .setDistrictTax(order.districtTax())
                .setEntryMicros(order.entryMicros())
                .setTotalCents(order.totalCents())
                .setNumberOfLines(order.lines().size());
        for (TpccAnswer.NewOrder.Line line : order.lines()) {
            message.addLine(NewOrderLine.newBuilder()
                    .setSupplyWarehouse(line.supplyWarehouse())
                    .setItem(line.item())
                    .setItemName(line.itemName())
                    .setQuantity(line.quantity())
                    .setStockQuantity(line.stockQuantity())
                    .setBrandGeneric(String.valueOf(line.brandGeneric()))
                    .setPriceCents(line.priceCents())
                    .setAmountCents(line.amountCents()));
        }
        return message.build();
    }

    private static NewOrderAnswer rolledBack(TpccAnswer.RolledBack order) {
        return NewOrderAnswer.newBuilder()
                .setWarehouse(order.warehouse())
                .setDistrict(order.district())
                .setCustomer(order.customer())
                .setCustomerLast(order.customerLast())
                .setCustomerCredit(order.customerCredit())
                .setOrder(order.order())
                .setStatus(TpccAnswer.RolledBack.STATUS)
                .build();
    }

    private static TpccAnswer newOrder(NewOrderAnswer order) {
        if (!order.getStatus().isEmpty()) {
            return new TpccAnswer.RolledBack(
                    order.getWarehouse(),
                    order.getDistrict(),
                    order.getCustomer(),
                    order.getCustomerLast(),
                    order.getCustomerCredit(),
                    order.getOrder());
        }
        return new TpccAnswer.NewOrder(
                order.getWarehouse(),
                order.getDistrict(),
                order.getCustomer(),
                order.getCustomerLast(),
                order.getCustomerCredit(),
                order.getCustomerDiscount(),
                order.getWarehouseTax(),
                order.getDistrictTax(),
                order.getOrder(),
                order.getEntryMicros(),
                order.getTotalCents(),
                order.getLineList().stream().map(AnswerMessages::line).toList());
    }

    private static TpccAnswer.NewOrder.Line line(NewOrderLine line) {
        return new TpccAnswer.NewOrder.Line(
                line.getSupplyWarehouse(),
                line.getItem(),
                line.getItemName(),
                line.getQuantity(),
                line.getStockQuantity(),
                line.getBrandGeneric().isEmpty() ? 'G' : line.getBrandGeneric().charAt(0),
                line.getPriceCents(),
                line.getAmountCents());
    }

    private static PaymentAnswer payment(TpccAnswer.Payment payment) {
        return PaymentAnswer.newBuilder()
                .setWarehouse(payment.warehouse())
                .setDistrict(payment.district())
                .setWarehouseAddress(address(payment.warehouseAddress()))
                .setDistrictAddress(address(payment.districtAddress()))
                .setCustomerWarehouse(payment.customerWarehouse())
                .setCustomerDistrict(payment.customerDistrict())
                .setCustomer(payment.customer())
                .setCustomerFirst(payment.customerFirst())
                .setCustomerMiddle(payment.customerMiddle())
                .setCustomerLast(payment.customerLast())
                .setCustomerAddress(address(payment.customerAddress()))
                .setCustomerPhone(payment.customerPhone())
                .setCustomerSinceMicros(payment.customerSinceMicros())
                .setCustomerCredit(payment.customerCredit())
                .setCustomerCreditLimitCents(payment.customerCreditLimitCents())
                .setCustomerDiscount(payment.customerDiscount())
                .setCustomerBalanceCents(payment.customerBalanceCents())
                .setCustomerData(payment.customerData())
                .setAmountCents(payment.amountCents())
                .setDateMicros(payment.dateMicros())
                .build();
    }

    private static TpccAnswer payment(PaymentAnswer payment) {
        return new TpccAnswer.Payment(
                payment.getWarehouse(),
                payment.getDistrict(),
                address(payment.getWarehouseAddress()),
                address(payment.getDistrictAddress()),
                payment.getCustomerWarehouse(),
                payment.getCustomerDistrict(),
                payment.getCustomer(),
                payment.getCustomerFirst(),
                payment.getCustomerMiddle(),
                payment.getCustomerLast(),
                address(payment.getCustomerAddress()),
                payment.getCustomerPhone(),
                payment.getCustomerSinceMicros(),
                payment.getCustomerCredit(),
                payment.getCustomerCreditLimitCents(),
                payment.getCustomerDiscount(),
                payment.getCustomerBalanceCents(),
                payment.getCustomerData(),
                payment.getAmountCents(),
                payment.getDateMicros());
    }

    private static Address address(TpccAnswer.Address address) {
        return Address.newBuilder()
                .setStreet1(address.street1())
                .setStreet2(address.street2())
                .setCity(address.city())
                .setState(address.state())
                .setZip(address.zip())
                .build();
    }

    private static TpccAnswer.Address address(Address address) {
        return new TpccAnswer.Address(
                address.getStreet1(), address.getStreet2(), address.getCity(), address.getState(), address.getZip());
    }

    private static OrderStatusAnswer orderStatus(TpccAnswer.OrderStatus status) {
        OrderStatusAnswer.Builder message = OrderStatusAnswer.newBuilder()
                .setWarehouse(status.warehouse())
                .setDistrict(status.district())
                .setCustomer(status.customer())
                .setCustomerFirst(status.customerFirst())
                .setCustomerMiddle(status.customerMiddle())
                .setCustomerLast(status.customerLast())
                .setCustomerBalanceCents(status.customerBalanceCents())
                .setOrder(status.order())
                .setEntryMicros(status.entryMicros());
        status.carrier().ifPresent(message::setCarrier);
        for (TpccAnswer.OrderStatus.Line line : status.lines()) {
            OrderStatusLine.Builder of = message.addLineBuilder()
                    .setItem(line.item())
                    .setSupplyWarehouse(line.supplyWarehouse())
                    .setQuantity(line.quantity())
                    .setAmountCents(line.amountCents());
            line.deliveryMicros().ifPresent(of::setDeliveryMicros);
        }
        return message.build();
    }

    private static TpccAnswer orderStatus(OrderStatusAnswer status) {
        return new TpccAnswer.OrderStatus(
                status.getWarehouse(),
                status.getDistrict(),
                status.getCustomer(),
                status.getCustomerFirst(),
                status.getCustomerMiddle(),
                status.getCustomerLast(),
                status.getCustomerBalanceCents(),
                status.getOrder(),
                status.getEntryMicros(),
                status.hasCarrier() ? OptionalInt.of(status.getCarrier()) : OptionalInt.empty(),
                status.getLineList().stream().map(AnswerMessages::line).toList());
    }

    private static TpccAnswer.OrderStatus.Line line(OrderStatusLine line) {
        return new TpccAnswer.OrderStatus.Line(
                line.getItem(),
                line.getSupplyWarehouse(),
                line.getQuantity(),
                line.getAmountCents(),
                line.hasDeliveryMicros() ? OptionalLong.of(line.getDeliveryMicros()) : OptionalLong.empty());
    }
}
