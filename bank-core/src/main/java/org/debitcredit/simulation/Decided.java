package org.debitcredit.simulation;

import org.debitcredit.transaction.TransactionKey;

/**
 * A transaction of the model's history, which took a position.
 *
 * @param code of the outcome
 * @param balanceMinor what the client is told
 */
record Decided(Asked asked, byte code, long balanceMinor) {

    /** The time of the key. */
    long keyMillis() {
        return TransactionKey.timeMillis(asked.key().high());
    }
}
