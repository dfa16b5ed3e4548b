package org.debitcredit.tpcc.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;
import org.debitcredit.tpcc.wire.v1.ExecuteRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TpccMessagesTest {

    private static final TpccRequest.NewOrder.Line LINE = new TpccRequest.NewOrder.Line(4711, 2, 9);

    private static final TpccRequest NEW_ORDER = new TpccRequest.NewOrder(3, 10, 2_999, Collections.nCopies(5, LINE));
    private static final TpccRequest PAYMENT =
            new TpccRequest.Payment(3, 4, 7, 8, new CustomerChoice.ByLastName("BARBARBAR"), 500_000);
    private static final TpccRequest ORDER_STATUS = new TpccRequest.OrderStatus(3, 4, new CustomerChoice.ByNumber(17));
    private static final TpccRequest DELIVERY = new TpccRequest.Delivery(3, 10);
    private static final TpccRequest STOCK_LEVEL = new TpccRequest.StockLevel(3, 4, 20);

    static List<TpccRequest> requests() {
        return List.of(NEW_ORDER, PAYMENT, ORDER_STATUS, DELIVERY, STOCK_LEVEL);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aRequestComesBackAsItWas(TpccRequest request) throws Exception {
        ExecuteRequest sent = TpccMessages.message(42, request);

        ExecuteRequest received = ExecuteRequest.parseFrom(sent.toByteArray());

        assertThat(received.getId()).isEqualTo(42);
        assertThat(TpccMessages.request(received)).isEqualTo(new ReceivedRequest.Accepted(request));
    }

    @Test
    void aMessageWithoutATransactionIsRefused() {
        assertThat(TpccMessages.request(ExecuteRequest.newBuilder().setId(1).build()))
                .isEqualTo(new ReceivedRequest.Refused(
                        "transaction is not set; it must be one of the five that this contract has"));
    }

    @Test
    void everyFieldOutOfItsRangeIsRefusedByName() {
        refused(NEW_ORDER, it -> it.getNewOrderBuilder().setWarehouse(0), "warehouse is 0; it must be 1 or more");
        refused(NEW_ORDER, it -> it.getNewOrderBuilder().setDistrict(11), "district is 11; it must be 1 to 10");
        refused(NEW_ORDER, it -> it.getNewOrderBuilder().setCustomer(-1), "customer is -1; it must be 1 or more");
        refused(
                NEW_ORDER,
                it -> it.getNewOrderBuilder().addItem(1),
                "item, supply_warehouse and quantity have 6, 5 and 5 entries; each line has one of each");
        refused(
                NEW_ORDER,
                it -> it.getNewOrderBuilder().clearItem().clearSupplyWarehouse().clearQuantity(),
                "the number of lines is 0; it must be 5 to 15");
        refused(NEW_ORDER, it -> it.getNewOrderBuilder().setItem(4, 0), "item is 0; it must be 1 or more");
        refused(
                NEW_ORDER,
                it -> it.getNewOrderBuilder().setSupplyWarehouse(4, 0),
                "supply_warehouse is 0; it must be 1 or more");
        refused(NEW_ORDER, it -> it.getNewOrderBuilder().setQuantity(4, 11), "quantity is 11; it must be 1 to 10");
        refused(
                PAYMENT,
                it -> it.getPaymentBuilder().setAmountCents(99),
                "amount_cents is 99; it must be 100 to 500000");
        refused(
                PAYMENT,
                it -> it.getPaymentBuilder().setCustomerWarehouse(0),
                "customer_warehouse is 0; it must be 1 or more");
        refused(
                PAYMENT,
                it -> it.getPaymentBuilder().setCustomerDistrict(0),
                "customer_district is 0; it must be 1 to 10");
        refused(
                PAYMENT,
                it -> it.getPaymentBuilder().getCustomerBuilder().setLastName(""),
                "the length of customer.last_name is 0; it must be 1 to 16");
        refused(
                ORDER_STATUS,
                it -> it.getOrderStatusBuilder().clearCustomer(),
                "customer is not set; it must be a number or a last name");
        refused(
                ORDER_STATUS,
                it -> it.getOrderStatusBuilder().getCustomerBuilder().setNumber(0),
                "customer.number is 0; it must be 1 or more");
        refused(DELIVERY, it -> it.getDeliveryBuilder().setCarrier(11), "carrier is 11; it must be 1 to 10");
        refused(STOCK_LEVEL, it -> it.getStockLevelBuilder().setThreshold(9), "threshold is 9; it must be 10 to 20");
    }

    private static void refused(TpccRequest good, Consumer<ExecuteRequest.Builder> spoil, String reason) {
        ExecuteRequest.Builder message = TpccMessages.message(1, good).toBuilder();
        spoil.accept(message);

        assertThat(TpccMessages.request(message.build())).isEqualTo(new ReceivedRequest.Refused(reason));
    }
}
