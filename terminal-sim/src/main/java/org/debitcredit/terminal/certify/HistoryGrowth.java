package org.debitcredit.terminal.certify;

import java.math.BigInteger;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * By how much the history must have grown. A bank that finds every key again, but whose balances lack some of the
 * transactions, has books that balance with each other; only their growth shows it.
 *
 * @param rowsMin postings at least
 * @param rowsMax postings at most
 * @param sum of the amounts; null if it is not known
 */
record HistoryGrowth(long rowsMin, long rowsMax, @Nullable BigInteger sum) {

    /** What differs, in a sentence; null if nothing does. */
    @Nullable
    String difference(BankSums before, BankSums after) {
        long rows = after.historyRows() - before.historyRows();
        BigInteger grown = after.history().subtract(before.history());
        if (rows >= rowsMin && rows <= rowsMax && (sum == null || sum.equals(grown))) {
            return null;
        }
        String difference = String.format(
                Locale.ROOT,
                "The history grew by %,d postings with the sum %,d; the answers make %,d to %,d postings",
                rows,
                grown,
                rowsMin,
                rowsMax);
        return sum == null ? difference + "." : difference + String.format(Locale.ROOT, " with the sum %,d.", sum);
    }
}
