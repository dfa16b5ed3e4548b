package org.debitcredit.terminal.atm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.contract.AnsweredPositions;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.contract.BankTotals;
import org.debitcredit.terminal.run.RunResult;

/**
 * The bank's money after a run: its sums, and its journal against the answers that the terminals had.
 *
 * @param positions in the answers
 * @param totals of the server, once nothing was in flight
 * @param exclusive whether no other client can have used the server
 * @param unanswered requests and reversals that ended without an answer: the server may have executed them
 */
public record Books(AnsweredPositions positions, BankTotals totals, boolean exclusive, long unanswered) {

    static Books of(RunResult result, BankTotals totals, boolean exclusive) {
        long unanswered =
                result.failures().values().stream().mapToLong(Long::longValue).sum();
        return new Books(result.positions(), totals, exclusive, unanswered);
    }

    /** Whether the journal's length is known before and after the run. */
    boolean countsJournal() {
        return totals.missing() == null && positions.before() != BankInfo.NO_POSITION;
    }

    /** Growth of the journal in the run; 0 where it is not known. */
    long journalTransactions() {
        return countsJournal() ? totals.position() - positions.before() : 0;
    }

    /** Transactions in the journal to which no terminal of this run had an answer. */
    long others() {
        return journalTransactions() - positions.distinct();
    }

    /** Whether every answer has a transaction of its own, and the journal no others but those that can be explained. */
    boolean journalAgrees() {
        return countsJournal() && positions.astray() == 0 && others() >= 0 && (!exclusive || others() <= unanswered);
    }

    /** What the rules on money found. A rule that this server gives no means to check is left out. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        findings.add(finding(
                "every answer has a transaction of its own",
                positions.astray() == 0,
                "%,d answers have the position of another answer, or one from before the run",
                positions.astray()));
        if (totals.offered()) {
            findings.add(finding("the books balance", totals.holds(), "%s", sums()));
        }
        if (countsJournal()) {
            findings.add(finding(
                    "nothing lost, nothing invented",
                    others() >= 0 && (!exclusive || others() <= unanswered),
                    "%,d distinct answers to money transactions, and %,d transactions in the journal; %,d requests had "
                            + "no answer",
                    positions.distinct(),
                    journalTransactions(),
                    unanswered));
        }
        return findings;
    }

    /** What the sums say, in a sentence. */
    String sums() {
        if (totals.missing() != null) {
            return totals.offered()
                    ? "the server's totals could not be read: " + totals.missing()
                    : "unknown, because this server does not show its sums: " + totals.missing();
        }
        return totals.holds()
                ? "accounts = tellers = branches = history, in every branch"
                : "the four sums are not equal";
    }

    /** What a reader should know of the comparison. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (!totals.offered()) {
            remarks.add("this server does not show its sums, so that its books were not checked");
        }
        if (positions.before() == BankInfo.NO_POSITION) {
            remarks.add(
                    "this server does not tell its position, so that its journal was not compared with the answers");
        }
        if (countsJournal() && !exclusive && others() > unanswered) {
            remarks.add(String.format(
                    Locale.ROOT,
                    "other clients were active too: the journal has %,d transactions that these terminals did not send",
                    others()));
        }
        return remarks;
    }

    private static Finding finding(String rule, boolean holds, String reason, Object... values) {
        return new Finding(rule, holds ? Verdict.PASS : Verdict.FAIL, String.format(Locale.ROOT, reason, values));
    }
}
