package org.debitcredit.terminal.tpcc.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.debitcredit.tpcc.TpccTransactionType;

/**
 * A shuffled deck of 23 cards: ten New-Orders, ten Payments and one of each other type. It is shuffled again when all
 * its cards were drawn (clause 5.2.4.2). Not thread-safe.
 */
final class CardDeck implements TransactionMix {

    static final Map<TpccTransactionType, Integer> CARDS = new EnumMap<>(Map.of(
            TpccTransactionType.NEW_ORDER, 10,
            TpccTransactionType.PAYMENT, 10,
            TpccTransactionType.ORDER_STATUS, 1,
            TpccTransactionType.DELIVERY, 1,
            TpccTransactionType.STOCK_LEVEL, 1));

    private final RandomGenerator random;
    private final List<TpccTransactionType> cards = new ArrayList<>();
    private int drawn;

    CardDeck(RandomGenerator random) {
        this.random = random;
        CARDS.forEach((type, count) -> cards.addAll(Collections.nCopies(count, type)));
        drawn = cards.size();
    }

    @Override
    public TpccTransactionType next() {
        if (drawn == cards.size()) {
            shuffle();
            drawn = 0;
        }
        return cards.get(drawn++);
    }

    private void shuffle() {
        for (int last = cards.size() - 1; last > 0; last--) {
            Collections.swap(cards, last, random.nextInt(last + 1));
        }
    }
}
