package org.debitcredit.audit;

import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/** Decides journaled transactions again, and compares outcomes and after-images with what was journaled. */
final class Redecision {

    private TransactionBatch decided = new TransactionBatch(0);
    private long committed;
    private long refused;

    long committed() {
        return committed;
    }

    long refused() {
        return refused;
    }

    /** Executes a journaled batch on a ledger, and returns the first row with a different result, or null. */
    @Nullable
    String differs(MemoryLedger ledger, TransactionBatch journaled, LogPosition logPosition) {
        if (decided.requests.capacity() < journaled.size()) {
            decided = new TransactionBatch(journaled.size());
        }
        decided.begin(journaled.firstPosition(), journaled.timestampMicros());
        decided.requests.addFrom(journaled.requests, 0, journaled.size());
        decided.requests.addReversalsFrom(journaled.requests, 0, 0, journaled.size());
        ledger.execute(decided);
        ledger.commit(logPosition);
        String difference = null;
        for (int row = 0; row < journaled.size(); row++) {
            if (decided.isCommitted(row)) {
                committed++;
            } else {
                refused++;
            }
            if (difference == null && !isSame(journaled, row)) {
                difference = "position " + (journaled.firstPosition() + row) + " of epoch " + logPosition.epoch()
                        + " was journaled with outcome " + journaled.outcome[row] + ", balance "
                        + journaled.balance[row]
                        + "; by the bank's rules it has outcome " + decided.outcome[row] + ", balance "
                        + decided.balance[row];
            }
        }
        return difference;
    }

    private boolean isSame(TransactionBatch journaled, int row) {
        return decided.outcome[row] == journaled.outcome[row]
                && decided.requests.amount[row] == journaled.requests.amount[row]
                && decided.balance[row] == journaled.balance[row]
                && decided.targetBalance[row] == journaled.targetBalance[row]
                && decided.tellerBalance[row] == journaled.tellerBalance[row]
                && decided.branchBalance[row] == journaled.branchBalance[row];
    }
}
