package org.debitcredit.terminal.report;

import java.time.Instant;
import java.util.List;
import org.debitcredit.chart.Band;
import org.debitcredit.chart.Marker;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.terminal.run.RunResult;
import org.jspecify.annotations.Nullable;

/**
 * What the report of a single run discloses.
 *
 * @param title such as <i>Demo: 2,000 ATMs</i>
 * @param story what happened in the run, in sentences that follow the verdict; may be empty
 * @param books what the server's sums said after the run, in a sentence
 * @param bands parts of the window with their meaning, such as the time without a server; seconds
 * @param markers events in the window, such as the kill; seconds
 * @param reconciliation null when the server was not killed
 * @param command that repeats the run
 */
public record SingleRun(
        String title,
        Instant began,
        String story,
        RunVerdict verdict,
        RunResult result,
        String books,
        List<Band> bands,
        List<Marker> markers,
        @Nullable AnswerReconciliation reconciliation,
        String command) {}
