package org.debitcredit.terminal.run;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.transaction.Refusal;

/**
 * The bank refuses a terminal only for lack of funds, and not even for that in a scenario that does not check funds.
 * All other refusals mean that the terminals' accounts or tellers do not exist there, so that the bank did not do the
 * work that its answers are counted for.
 */
public final class RefusalRule {

    private RefusalRule() {}

    /** What the rule finds. */
    public static Finding finding(RunResult result) {
        boolean checksFunds = result.plan().scenario().checksFunds();
        SortedMap<String, Long> others = new TreeMap<>(result.refusals());
        if (checksFunds) {
            others.remove(Refusal.INSUFFICIENT_FUNDS.id());
        }
        return new Finding(
                "no refusal but for lack of funds",
                others.isEmpty() ? Verdict.PASS : Verdict.FAIL,
                others.isEmpty()
                        ? checksFunds
                                ? "the bank refused requests only for lack of funds"
                                : "the bank refused nothing, and this scenario gives no reason to"
                        : String.format(
                                Locale.ROOT,
                                "the bank refused requests for other reasons: %s; find out why before you repeat the run",
                                others));
    }
}
