package org.debitcredit.terminal.atm;

import java.nio.file.Path;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.run.AtmVerdict;
import org.debitcredit.terminal.run.Observed;
import org.debitcredit.terminal.run.TerminalPlan;

/**
 * A run with its verdict.
 *
 * @param report Gatling's index.html, or the report's folder where Gatling had nothing to report
 */
public record Judged(TerminalPlan plan, BankInfo bank, Observed observed, AtmVerdict verdict, Path report) {}
