package org.debitcredit.terminal.report;

import java.util.List;
import org.debitcredit.measure.verdict.Checkpoint;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.terminal.run.RunResult;

/**
 * A run at one part of the requested rate, with its verdict.
 *
 * @param percent of the requested rate
 * @param checkpoints seconds since the window began
 */
public record MeasuredLoad(int percent, RunResult result, List<Checkpoint> checkpoints, RunVerdict verdict) {}
