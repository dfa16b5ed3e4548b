package org.debitcredit.lab;

/**
 * What one resource, or a shortage of it, takes of a {@link Station}.
 *
 * @param resource that takes it
 * @param groupSeconds for each group of transactions that one force covers, whatever their number
 * @param transactionSeconds for each transaction
 */
record Part(Resource resource, double groupSeconds, double transactionSeconds) {

    /** Seconds for one transaction in a group of this size. */
    double demand(double group) {
        return groupSeconds / group + transactionSeconds;
    }
}
