package org.debitcredit.terminal.tpcc.input;

import java.util.random.RandomGenerator;
import org.debitcredit.tpcc.TpccTransactionType;

/** Which transaction comes next. */
public interface TransactionMix {

    /** The type of the next transaction. */
    TpccTransactionType next();

    /** How types are chosen. */
    enum Kind {
        /** {@link CardDeck}, one for each terminal, or for each stream of an open loop. */
        CARDS,
        /** {@link PercentageMix}. */
        PERCENTAGES;

        /** A mix of this kind. */
        public TransactionMix mix(RandomGenerator random) {
            return this == CARDS ? new CardDeck(random) : new PercentageMix(random);
        }
    }
}
