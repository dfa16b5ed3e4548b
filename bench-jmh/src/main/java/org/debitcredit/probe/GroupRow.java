package org.debitcredit.probe;

/**
 * A point of the grouping curve: transactions per forced write, as the article's commit_demo varies them.
 *
 * @param transactions per force
 * @param bytes of such a group in the journal's format
 * @param forces measured forced writes of that size
 * @param predictedPerSecond transactions a second by the cost model
 */
public record GroupRow(int transactions, int bytes, MeasuredOperation forces, double predictedPerSecond) {

    /** Measured transactions a second. */
    public double transactionsPerSecond() {
        return forces.perSecond() * transactions;
    }
}
