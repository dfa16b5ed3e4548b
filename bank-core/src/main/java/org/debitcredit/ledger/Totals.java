package org.debitcredit.ledger;

import java.math.BigInteger;

/**
 * The four sums of the consistency rule (TPC-A, consistency; Gray &amp; Levine's tables): all are equal, and each
 * branch equals the sum of its tellers. Minor units. Sums of many 64-bit balances can leave 64 bits, so they are exact
 * integers.
 *
 * @param accounts sum of all account balances
 * @param tellers sum of all tills
 * @param branches sum of all branch balances
 * @param history sum of all history amounts
 * @param historyRows one per posting
 * @param branchesDiffering branches whose balance is not the sum of its tellers
 */
public record Totals(
        BigInteger accounts,
        BigInteger tellers,
        BigInteger branches,
        BigInteger history,
        long historyRows,
        long branchesDiffering) {

    /** Whether the rule holds. */
    public boolean hold() {
        return accounts.equals(tellers)
                && tellers.equals(branches)
                && branches.equals(history)
                && branchesDiffering == 0;
    }
}
