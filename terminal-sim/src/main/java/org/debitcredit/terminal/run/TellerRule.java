package org.debitcredit.terminal.run;

import java.util.Locale;
import org.debitcredit.bank.BankScale;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;

/**
 * Each terminal keeps its teller: none of its requests is at another one, and there are not more tellers at work than
 * terminals.
 */
public final class TellerRule {

    private TellerRule() {}

    /** What the rule finds. */
    public static Finding finding(RunResult result) {
        BankScale scale = result.bank().scale();
        long most = Math.min(result.plan().terminals(), scale.tellers());
        WorkloadEvidence workload = result.workload();
        return new Finding(
                "each terminal keeps its teller",
                workload.tellersUsed() <= most && workload.atOtherTellers() == 0 ? Verdict.PASS : Verdict.VOID,
                String.format(
                        Locale.ROOT,
                        "%,d terminals used %,d of the bank's %,d tellers, and may use %,d; %,d requests were not at "
                                + "the terminal's own teller, and none may be elsewhere",
                        result.plan().terminals(),
                        workload.tellersUsed(),
                        scale.tellers(),
                        most,
                        workload.atOtherTellers()));
    }
}
