package org.debitcredit.terminal.certify;

import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.terminal.run.RunResult;

/** Plays a run of terminals to its end. */
@FunctionalInterface
interface Player {

    RunResult play(RunPlan plan, Talk talk);
}
