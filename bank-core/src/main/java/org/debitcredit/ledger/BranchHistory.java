package org.debitcredit.ledger;

/**
 * How many postings each branch's tellers made, and their sum: what the history adds up to, without its rows. Index
 * {@code b} is branch {@code b}.
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
