package org.debitcredit.tpcc;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What the specification displays after a transaction, and nothing else. */
public sealed interface TpccAnswer {

    /** Clause 2.4.3.3. */
    record NewOrder(
            int warehouse,
            int district,
            int customer,
            String customerLast,
            String customerCredit,
            int customerDiscount,
            int warehouseTax,
            int districtTax,
            int order,
            long entryMicros,
            long totalCents,
            List<Line> lines)
            implements TpccAnswer {

        /** @param brandGeneric B when item and stock are of the original brand, otherwise G */
        public record Line(
                int supplyWarehouse,
                int item,
                String itemName,
                int quantity,
                int stockQuantity,
                char brandGeneric,
                long priceCents,
                long amountCents) {}
    }

    /** Clause 2.4.3.4: an order with an unused item, whose work was done and rolled back. */
    record RolledBack(int warehouse, int district, int customer, String customerLast, String customerCredit, int order)
            implements TpccAnswer {

        /** What the terminal displays. */
        public static final String STATUS = "Item number is not valid";
    }

    /** Clause 2.5.3.4. The data are the first 200 characters, and empty for customers of good credit. */
    record Payment(
            int warehouse,
            int district,
            Address warehouseAddress,
            Address districtAddress,
            int customerWarehouse,
            int customerDistrict,
            int customer,
            String customerFirst,
            String customerMiddle,
            String customerLast,
            Address customerAddress,
            String customerPhone,
            long customerSinceMicros,
            String customerCredit,
            long customerCreditLimitCents,
            int customerDiscount,
            long customerBalanceCents,
            String customerData,
            long amountCents,
            long dateMicros)
            implements TpccAnswer {}

    /** Clause 2.6.3.3. */
    record OrderStatus(
            int warehouse,
            int district,
            int customer,
            String customerFirst,
            String customerMiddle,
            String customerLast,
            long customerBalanceCents,
            int order,
            long entryMicros,
            OptionalInt carrier,
            List<Line> lines)
            implements TpccAnswer {

        /** A line of the customer's last order. */
        public record Line(
                int item, int supplyWarehouse, int quantity, long amountCents, OptionalLong deliveryMicros) {}
    }

    /** Clause 2.7.3.2: the delivery has been queued. */
    record Delivery(int warehouse, int carrier) implements TpccAnswer {

        /** What the terminal displays. */
        public static final String STATUS = "Delivery has been queued";
    }

    /** Clause 2.8.3.3. */
    record StockLevel(int warehouse, int district, int threshold, int lowStock) implements TpccAnswer {}

    /** A street address. */
    record Address(String street1, String street2, String city, String state, String zip) {}
}
