package org.debitcredit.terminal;

import java.nio.file.Path;

/**
 * A run with its verdict.
 *
 * @param report Gatling's index.html, or the report's folder where Gatling had nothing to report
 */
record Judged(TerminalPlan plan, BankInfo bank, Observed observed, AtmVerdict verdict, Path report) {}
