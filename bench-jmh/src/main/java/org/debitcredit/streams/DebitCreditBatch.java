package org.debitcredit.streams;

import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionType;
import org.debitcredit.workload.DebitCreditWorkload;

/** A batch of DebitCredits under one key, created once and refilled. */
final class DebitCreditBatch {

    private final RequestColumns requests;

    DebitCreditBatch(int size) {
        requests = new RequestColumns(size, RunLengthKeys.runsMax(size));
        for (int i = 0; i < size; i++) {
            requests.addContent(TransactionType.DEBIT_CREDIT.code(), 0, 0, Transaction.NO_TARGET, 0);
        }
    }

    /** Overwrites it with the next of a workload, under a new key. */
    void fill(DebitCreditWorkload workload, BatchKeys keys) {
        keys.next();
        requests.keys.clear();
        requests.keys.add(0, keys.high(), keys.low(), requests.size());
        workload.fill(requests);
    }

    RequestColumns requests() {
        return requests;
    }
}
