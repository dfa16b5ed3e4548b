package org.debitcredit.terminal.atm;

import java.nio.file.Path;
import java.util.List;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.terminal.run.RunResult;

/**
 * A run with its verdict.
 *
 * @param books what the server's sums and positions say
 * @param remarks what a reader should know besides, such as what this server does not offer
 * @param report the page
 */
public record Judged(RunResult result, Books books, RunVerdict verdict, List<String> remarks, Path report) {}
