package org.debitcredit.ledger.sql;

import java.util.function.Supplier;
import org.debitcredit.ledger.BranchHistory;
import org.jspecify.annotations.Nullable;

/**
 * The totals of the history, updated with each insert. The history is read completely at most once, because each
 * snapshot needs the totals while the writer waits.
 */
final class HistoryTally {

    private @Nullable BranchHistory known;

    /** Sets what is in the history now. */
    void begin(BranchHistory history) {
        known = new BranchHistory(history.rows().clone(), history.sumsMinor().clone());
    }

    /** Counts a posting that is inserted. */
    void add(int branch, long amountMinor) {
        BranchHistory counted = known;
        if (counted != null) {
            counted.rows()[branch]++;
            counted.sumsMinor()[branch] += amountMinor;
        }
    }

    /**
     * The history as it is now.
     *
     * @param read reads the whole history
     */
    BranchHistory orRead(Supplier<BranchHistory> read) {
        BranchHistory counted = known;
        if (counted != null) {
            return new BranchHistory(counted.rows().clone(), counted.sumsMinor().clone());
        }
        BranchHistory found = read.get();
        begin(found);
        return found;
    }
}
