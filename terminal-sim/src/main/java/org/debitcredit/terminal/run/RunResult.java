package org.debitcredit.terminal.run;

import java.nio.file.Path;
import java.time.Instant;
import java.util.SortedMap;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.verdict.Load;
import org.debitcredit.terminal.contract.AnsweredPositions;
import org.debitcredit.terminal.contract.BankInfo;

/**
 * What a run of terminals measured.
 *
 * @param bank as its server described it before the run
 * @param windowBegan when the window of measurement began
 * @param traffic of the window, all kinds of request together
 * @param recording of the window in intervals of one second; the kinds are the ids of
 *     {@link org.debitcredit.workload.AtmOperation}
 * @param load the closed loop in the window, with draws of the think times
 * @param stolenShare part of the processors' time in the window that other guests of the host took, 0 to 1; not a
 *     number if the machine does not show it
 * @param refusals business refusals of the whole run by reason
 * @param failures of the whole run by reason
 * @param repeats how often a request or a reversal was sent again because no answer had come that decides it
 * @param reversals sent because an answer had not come in time
 * @param positions in the answers of the whole run
 * @param commits that were answered in the whole run
 * @param histogramLog file with the window's intervals
 * @param successFile file with every answer of the whole run that committed or refused a transaction
 */
public record RunResult(
        RunPlan plan,
        BankInfo bank,
        Instant windowBegan,
        Traffic traffic,
        MergedRecording recording,
        Load.ClosedLoop load,
        double stolenShare,
        ConnectionCounts connections,
        WorkloadEvidence workload,
        SortedMap<String, Long> refusals,
        SortedMap<String, Long> failures,
        long repeats,
        long reversals,
        AnsweredPositions positions,
        AnsweredCommits commits,
        Path histogramLog,
        Path successFile) {}
