package org.debitcredit.simulation;

import org.debitcredit.transaction.TransactionKey;

/**
 * A transaction of the model's history, which took a position.
 *
 * @param code of the outcome
 * @param balanceMinor what the client is told
 * @param groupMillis the writer's time of its group
 */
record Decided(Asked asked, byte code, long balanceMinor, long groupMillis) {

    /** The time of the key: its own, or else that of its first arrival. */
    long keyMillis() {
        long own = TransactionKey.timeMillis(asked.key().high());
        return own == TransactionKey.NO_TIME ? groupMillis : own;
    }
}
