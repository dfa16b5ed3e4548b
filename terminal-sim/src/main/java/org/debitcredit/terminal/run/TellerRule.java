package org.debitcredit.terminal.run;

import java.util.Locale;
import org.debitcredit.bank.BankScale;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;

/**
 * Each terminal keeps its teller, so that there cannot be more tellers at work than terminals. In a run with more
 * terminals than tellers the rule finds nothing, because every teller has several terminals.
 */
public final class TellerRule {

    private TellerRule() {}

    /** What the rule finds. */
    public static Finding finding(RunResult result) {
        BankScale scale = result.bank().scale();
        long most = Math.min(result.plan().terminals(), scale.tellers());
        long used = result.workload().tellersUsed();
        return new Finding(
                "each terminal keeps its teller",
                used <= most ? Verdict.PASS : Verdict.VOID,
                String.format(
                        Locale.ROOT,
                        "%,d terminals used %,d of the bank's %,d tellers; they may use %,d",
                        result.plan().terminals(),
                        used,
                        scale.tellers(),
                        most));
    }
}
