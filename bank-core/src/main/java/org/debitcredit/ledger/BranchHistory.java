package org.debitcredit.ledger;

/**
 * The number of postings by each branch's tellers, and their sum. This is the total of the history without its rows.
 * Index {@code b} is branch {@code b}.
 *
 * @param rows one per posting
 * @param sumsMinor minor units; equals the branch's balance
 */
public record BranchHistory(long[] rows, long[] sumsMinor) {

    /** The history of a bank just founded. */
    public static BranchHistory none(int branches) {
        return new BranchHistory(new long[branches], new long[branches]);
    }
}
