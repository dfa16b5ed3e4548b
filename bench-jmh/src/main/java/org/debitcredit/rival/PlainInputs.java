package org.debitcredit.rival;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.debitcredit.tpcc.LastName;
import org.debitcredit.tpcc.NuRand;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.TpccTransactionType;

/** Inputs of one terminal (clauses 2.4.1 to 2.8.1), by cards (clause 5.2.4.2). */
final class PlainInputs {

    private static final int CARDS_OF_ORDERS_AND_PAYMENTS = 10;

    /** Constants of a run, for all its terminals. */
    record Constants(NuRand lastName, NuRand customer, NuRand item) {

        static Constants choose(int loadedLastName, TpccScale scale, Random random) {
            return new Constants(
                    NuRand.lastName(NuRand.runConstant(loadedLastName, random), scale),
                    NuRand.customer(random.nextInt(1_024), scale),
                    NuRand.item(random.nextInt(8_192), scale));
        }
    }

    private final TpccScale scale;
    private final Constants constants;
    private final int warehouse;
    private final int district;
    private final Random random;
    private final List<TpccTransactionType> cards = new ArrayList<>();

    PlainInputs(TpccScale scale, Constants constants, int warehouse, int district, Random random) {
        this.scale = scale;
        this.constants = constants;
        this.warehouse = warehouse;
        this.district = district;
        this.random = random;
    }

    TpccRequest next() {
        if (cards.isEmpty()) {
            for (TpccTransactionType type : TpccTransactionType.values()) {
                boolean isFrequent = type == TpccTransactionType.NEW_ORDER || type == TpccTransactionType.PAYMENT;
                cards.addAll(Collections.nCopies(isFrequent ? CARDS_OF_ORDERS_AND_PAYMENTS : 1, type));
            }
            Collections.shuffle(cards, random);
        }
        return switch (cards.remove(cards.size() - 1)) {
            case NEW_ORDER -> newOrder();
            case PAYMENT -> payment();
            case ORDER_STATUS -> new TpccRequest.OrderStatus(warehouse, between(1, TpccScale.DISTRICTS), customer());
            case DELIVERY -> new TpccRequest.Delivery(warehouse, between(1, 10));
            case STOCK_LEVEL -> new TpccRequest.StockLevel(warehouse, district, between(10, 20));
        };
    }

    private TpccRequest newOrder() {
        int count = between(5, 15);
        boolean hasUnused = between(1, 100) == 1;
        List<TpccRequest.NewOrder.Line> lines = new ArrayList<>(count);
        for (int line = 1; line <= count; line++) {
            int item = hasUnused && line == count
                    ? scale.items() + 1
                    : constants.item().next(random);
            lines.add(new TpccRequest.NewOrder.Line(
                    item, between(1, 100) == 1 ? otherWarehouse() : warehouse, between(1, 10)));
        }
        return new TpccRequest.NewOrder(
                warehouse, between(1, TpccScale.DISTRICTS), constants.customer().next(random), lines);
    }

    private TpccRequest payment() {
        int here = between(1, TpccScale.DISTRICTS);
        boolean isOfHome = between(1, 100) <= 85;
        return new TpccRequest.Payment(
                warehouse,
                here,
                isOfHome ? warehouse : otherWarehouse(),
                isOfHome ? here : between(1, TpccScale.DISTRICTS),
                customer(),
                between(1_00, 5_000_00));
    }

    private CustomerChoice customer() {
        return between(1, 100) <= 60
                ? new CustomerChoice.ByLastName(LastName.of(constants.lastName().next(random)))
                : new CustomerChoice.ByNumber(constants.customer().next(random));
    }

    private int otherWarehouse() {
        if (scale.warehouses() == 1) {
            return warehouse;
        }
        int other = between(1, scale.warehouses() - 1);
        return other < warehouse ? other : other + 1;
    }

    private int between(int from, int to) {
        return from + random.nextInt(to - from + 1);
    }
}
