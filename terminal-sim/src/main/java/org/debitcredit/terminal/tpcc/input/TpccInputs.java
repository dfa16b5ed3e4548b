package org.debitcredit.terminal.tpcc.input;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.debitcredit.tpcc.LastName;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.TpccTransactionType;

/** Draws the inputs of transactions (clauses 2.4.1 to 2.8.1). Not thread-safe. */
public final class TpccInputs {

    private static final int LINES_MIN = 5;
    private static final int LINES_MAX = 15;
    private static final int QUANTITY_MAX = 10;
    private static final int CARRIERS = 10;
    private static final long AMOUNT_MIN_CENTS = 100;
    private static final long AMOUNT_MAX_CENTS = 500_000;
    private static final int THRESHOLD_MIN = 10;
    private static final int THRESHOLD_MAX = 20;
    private static final int ROLLED_BACK_PERCENT = 1;
    private static final int REMOTE_LINES_PERCENT = 1;
    private static final int HOME_CUSTOMERS_PERCENT = 85;
    private static final int BY_LAST_NAME_PERCENT = 60;
    private static final int ALL_PERCENT = 100;

    private final TpccScale scale;
    private final RunConstants constants;
    private final RandomGenerator random;

    public TpccInputs(TpccScale scale, RunConstants constants, RandomGenerator random) {
        this.scale = scale;
        this.constants = constants;
        this.random = random;
    }

    /** The next request of a type from a terminal. */
    public TpccRequest next(TpccTransactionType type, Home home) {
        return switch (type) {
            case NEW_ORDER -> newOrder(home.warehouse());
            case PAYMENT -> payment(home.warehouse());
            case ORDER_STATUS -> new TpccRequest.OrderStatus(home.warehouse(), district(), customer());
            case DELIVERY -> new TpccRequest.Delivery(home.warehouse(), number(1, CARRIERS));
            case STOCK_LEVEL ->
                new TpccRequest.StockLevel(home.warehouse(), home.district(), number(THRESHOLD_MIN, THRESHOLD_MAX));
        };
    }

    /** A home of any terminal, for requests that come from no particular one. */
    public Home anyHome() {
        return Home.of(random.nextInt(Home.count(scale)), scale);
    }

    private TpccRequest newOrder(int warehouse) {
        int district = district();
        int customer = constants.customer().next(random);
        int count = number(LINES_MIN, LINES_MAX);
        boolean isRolledBack = percent() <= ROLLED_BACK_PERCENT;
        List<TpccRequest.NewOrder.Line> lines = new ArrayList<>(count);
        for (int line = 1; line <= count; line++) {
            int item = isRolledBack && line == count
                    ? unusedItem()
                    : constants.item().next(random);
            int supply = percent() <= REMOTE_LINES_PERCENT ? remoteWarehouse(warehouse) : warehouse;
            lines.add(new TpccRequest.NewOrder.Line(item, supply, number(1, QUANTITY_MAX)));
        }
        return new TpccRequest.NewOrder(warehouse, district, customer, lines);
    }

    private TpccRequest payment(int warehouse) {
        int district = district();
        boolean isOfHome = percent() <= HOME_CUSTOMERS_PERCENT;
        return new TpccRequest.Payment(
                warehouse,
                district,
                isOfHome ? warehouse : remoteWarehouse(warehouse),
                isOfHome ? district : district(),
                customer(),
                random.nextLong(AMOUNT_MIN_CENTS, AMOUNT_MAX_CENTS + 1));
    }

    private CustomerChoice customer() {
        return percent() <= BY_LAST_NAME_PERCENT
                ? new CustomerChoice.ByLastName(LastName.of(constants.lastName().next(random)))
                : new CustomerChoice.ByNumber(constants.customer().next(random));
    }

    private int unusedItem() {
        return scale.items() + 1;
    }

    /** Any other warehouse; the same one if it is the only one. */
    private int remoteWarehouse(int home) {
        if (scale.warehouses() == 1) {
            return home;
        }
        int other = number(1, scale.warehouses() - 1);
        return other < home ? other : other + 1;
    }

    private int district() {
        return number(1, TpccScale.DISTRICTS);
    }

    private int percent() {
        return number(1, ALL_PERCENT);
    }

    private int number(int from, int to) {
        return random.nextInt(from, to + 1);
    }
}
