package org.debitcredit.terminal.report;

/**
 * The terminals' success file against the bank after it was killed and had recovered.
 *
 * @param answers in the success file
 * @param found of them, with the same outcome and position
 * @param lost answers whose transaction the bank does not have, or has with another outcome
 * @param unanswered transactions in the journal that no terminal had an answer to
 * @param inFlight requests that had no answer when the bank was killed, the most that {@code unanswered} may be
 * @param booksBalance whether the sums of accounts, tellers, branches and history are equal
 */
public record Reconciliation(
        long answers, long found, long lost, long unanswered, long inFlight, boolean booksBalance) {

    /** Whether nothing was lost or made up. */
    public boolean holds() {
        return lost == 0 && found == answers && unanswered <= inFlight && booksBalance;
    }
}
