package org.debitcredit.terminal.certify;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.terminal.contract.BankTotals;
import org.debitcredit.terminal.contract.SuccessCheck;
import org.debitcredit.terminal.report.AnswerReconciliation;

/** A reconciliation, and its result in words. */
record Reconciled(AnswerReconciliation reconciliation, String words) {

    /**
     * Looks up every answer.
     *
     * @param positionBefore of the bank before the first of them
     * @param answers passes each answer to the consumer that it gets
     * @param inFlight requests that had no answer in the end
     */
    static Reconciled of(Inspector bank, long positionBefore, Consumer<Consumer<Answered>> answers, long inFlight) {
        SuccessCheck check = new SuccessCheck(bank::status, positionBefore);
        ProgressLines progress = ProgressLines.ofCommand();
        long[] taken = new long[1];
        answers.accept(answer -> {
            check.take(answer.key(), answer.position(), answer.balanceMinor());
            progress.at("answers looked up", ++taken[0], 0);
        });
        SuccessCheck.Result result = check.result();
        BankSums sums = bank.sums();
        return of(result, positionBefore, new BankTotals(sums.position(), sums.balance(), null, true), inFlight);
    }

    static Reconciled of(SuccessCheck.Result result, long positionBefore, BankTotals totals, long inFlight) {
        AnswerReconciliation reconciliation = AnswerReconciliation.of(result, positionBefore, totals, inFlight);
        return new Reconciled(reconciliation, words(reconciliation, result));
    }

    boolean holds() {
        return reconciliation.answers() > 0 && reconciliation.holds();
    }

    private static String words(AnswerReconciliation found, SuccessCheck.Result result) {
        String words = String.format(
                Locale.ROOT,
                "Of %,d answers the bank had %,d with the same outcome and position, and %,d not; its journal had %,d "
                        + "transactions to which nobody got an answer, of at most %,d that were in flight; the books %s.",
                found.answers(),
                found.found(),
                found.lost(),
                found.unanswered(),
                found.inFlight(),
                found.booksBalance() ? "balanced" : "did not balance");
        List<String> differences = result.differences();
        return differences.isEmpty() ? words : words + " " + String.join(". ", differences) + ".";
    }
}
