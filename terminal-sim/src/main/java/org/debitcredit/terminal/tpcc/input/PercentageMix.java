package org.debitcredit.terminal.tpcc.input;

import java.util.random.RandomGenerator;
import org.debitcredit.tpcc.TpccTransactionType;

/** Each transaction is drawn for itself: 45 % New-Order, 43 % Payment and 4 % of each other type, as Lancet has it. */
final class PercentageMix implements TransactionMix {

    private static final int NEW_ORDER_TO = 45;
    private static final int PAYMENT_TO = 88;
    private static final int ORDER_STATUS_TO = 92;
    private static final int DELIVERY_TO = 96;
    private static final int ALL = 100;

    private final RandomGenerator random;

    PercentageMix(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public TpccTransactionType next() {
        int drawn = random.nextInt(1, ALL + 1);
        if (drawn <= NEW_ORDER_TO) {
            return TpccTransactionType.NEW_ORDER;
        } else if (drawn <= PAYMENT_TO) {
            return TpccTransactionType.PAYMENT;
        } else if (drawn <= ORDER_STATUS_TO) {
            return TpccTransactionType.ORDER_STATUS;
        }
        return drawn <= DELIVERY_TO ? TpccTransactionType.DELIVERY : TpccTransactionType.STOCK_LEVEL;
    }
}
