package org.debitcredit.simulation;

import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * A transaction under its key, as a client sends it, once or again.
 *
 * @param transaction of a reversal its original
 * @param reversal null if it is none
 */
record ModelRequest(
        Transaction transaction,
        TransactionKey key,
        @Nullable Reversal reversal) {

    ModelRequest(Transaction transaction, TransactionKey key) {
        this(transaction, key, null);
    }

    ModelRequest(Reversal reversal, TransactionKey key) {
        this(reversal.original(), key, reversal);
    }

    /** Whether both ask for the same, whatever their keys. */
    boolean isSameContent(ModelRequest other) {
        return transaction.equals(other.transaction)
                && (reversal == null ? other.reversal == null : reversal.equals(other.reversal));
    }

    /** The original of a reversal, as its client sends it. */
    static ModelRequest original(Reversal reversal) {
        return new ModelRequest(reversal.original(), reversal.originalKey());
    }
}
