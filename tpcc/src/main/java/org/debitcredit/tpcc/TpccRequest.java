package org.debitcredit.tpcc;

import java.util.List;

/** A transaction that a terminal asks for. Numbers count from 1, as in the specification. */
public sealed interface TpccRequest {

    /** Which of the five. */
    TpccTransactionType type();

    /** The terminal's warehouse. */
    int warehouse();

    /** Clause 2.4: an order of 5 to 15 lines. */
    record NewOrder(int warehouse, int district, int customer, List<Line> lines) implements TpccRequest {

        /** An item that does not exist, on the last line, rolls the order back after its work (clause 2.4.1.4). */
        public record Line(int item, int supplyWarehouse, int quantity) {}

        public NewOrder {
            lines = List.copyOf(lines);
        }

        @Override
        public TpccTransactionType type() {
            return TpccTransactionType.NEW_ORDER;
        }
    }

    /** Clause 2.5. */
    record Payment(
            int warehouse,
            int district,
            int customerWarehouse,
            int customerDistrict,
            CustomerChoice customer,
            long amountCents)
            implements TpccRequest {

        @Override
        public TpccTransactionType type() {
            return TpccTransactionType.PAYMENT;
        }
    }

    /** Clause 2.6. */
    record OrderStatus(int warehouse, int district, CustomerChoice customer) implements TpccRequest {

        @Override
        public TpccTransactionType type() {
            return TpccTransactionType.ORDER_STATUS;
        }
    }

    /** Clause 2.7: one order of each of the ten districts; the work is done after the answer. */
    record Delivery(int warehouse, int carrier) implements TpccRequest {

        @Override
        public TpccTransactionType type() {
            return TpccTransactionType.DELIVERY;
        }
    }

    /** Clause 2.8: the distinct items of the last 20 orders whose stock is below the threshold. */
    record StockLevel(int warehouse, int district, int threshold) implements TpccRequest {

        @Override
        public TpccTransactionType type() {
            return TpccTransactionType.STOCK_LEVEL;
        }
    }

    /** How a customer is named. */
    sealed interface CustomerChoice {

        /** By number. */
        record ByNumber(int number) implements CustomerChoice {}

        /**
         * By last name: of the customers with this name, in the order of their first names, the middle one, rounded up.
         */
        record ByLastName(String lastName) implements CustomerChoice {}
    }
}
