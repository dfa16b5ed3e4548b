package org.debitcredit.terminal.report;

import org.debitcredit.terminal.contract.BankTotals;
import org.debitcredit.terminal.contract.SuccessCheck;

/**
 * The terminals' success file against the bank after it was killed and had recovered.
 *
 * @param answers in the success file
 * @param found of them, with the same outcome, position and balance
 * @param lost answers whose transaction the bank does not have, or has with another outcome, position or balance
 * @param unanswered transactions in the journal that no terminal had an answer to; negative if the journal has fewer
 *     transactions than were answered
 * @param inFlight requests that had no answer in the end or were reversed, the most that {@code unanswered} may be
 * @param booksBalance whether the sums of accounts, tellers, branches and history are equal
 */
public record AnswerReconciliation(
        long answers, long found, long lost, long unanswered, long inFlight, boolean booksBalance) {

    /**
     * What the look-ups and the bank's totals say together.
     *
     * @param positionBefore the bank's position before the first of the answers
     */
    public static AnswerReconciliation of(
            SuccessCheck.Result checked, long positionBefore, BankTotals totals, long inFlight) {
        return new AnswerReconciliation(
                checked.answers(),
                checked.found(),
                checked.lost(),
                totals.position() - positionBefore - checked.positions(),
                inFlight,
                totals.holds());
    }

    /** Whether there were answers, and nothing was lost or made up. */
    public boolean holds() {
        return answers > 0
                && lost == 0
                && found == answers
                && unanswered >= 0
                && unanswered <= inFlight
                && booksBalance;
    }
}
