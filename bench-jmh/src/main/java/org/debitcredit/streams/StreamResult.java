package org.debitcredit.streams;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.tail.OpenLoopRun;

/**
 * The result of a run. Counts are those of the measured part.
 *
 * @param caughtUp whether the measurement began without a backlog from the warm-up; otherwise, the response times
 *     include the backlog
 * @param unsent submissions that were due in the measured part but not sent within a second after it; they are in no
 *     response time
 * @param transactions answered
 * @param micros response times of submissions, from when each was due
 * @param seconds of the whole run, warm-up included
 * @param openLoop the measured part as the self-correction takes it; without a rate it has no responses
 */
public record StreamResult(
        boolean caughtUp,
        long unsent,
        double measuredSeconds,
        long transactions,
        Histogram micros,
        long forces,
        long journalBytes,
        long cpuNanos,
        long syscalls,
        long physicalWrites,
        long longestForceNanos,
        List<Second> seconds,
        OpenLoopRun openLoop) {

    public double perSecond() {
        return transactions / measuredSeconds;
    }

    /** Of a count, how much falls to one transaction. */
    public double perTransaction(double count) {
        return transactions == 0 ? 0 : count / transactions;
    }

    public double transactionsPerForce() {
        return forces == 0 ? 0 : (double) transactions / forces;
    }
}
