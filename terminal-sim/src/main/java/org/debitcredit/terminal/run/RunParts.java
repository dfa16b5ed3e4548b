package org.debitcredit.terminal.run;

import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.workload.AtmWorkload;

/**
 * Makes the parts of a run that decide what is asked for and what is measured. A test puts a faulty part in its place,
 * to see that a rule finds it.
 */
class RunParts {

    /** The customers of one terminal. */
    AtmWorkload workload(RunPlan plan, BankInfo bank, long terminal) {
        return new AtmWorkload(
                bank.scale(), plan.scenario(), bank.preset(), plan.seed(), terminal, bank.fundedPerBranch());
    }

    Measurement measurement(RunPlan plan, RunClock clock, RunFiles files) {
        return new Measurement(plan.scenario(), plan.phases(), clock, files.histogramLog());
    }
}
