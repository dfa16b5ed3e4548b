package org.debitcredit.simulation;

import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;

/** A transaction under its key, as a client sends it, once or again. */
record Asked(Transaction transaction, TransactionKey key) {}
