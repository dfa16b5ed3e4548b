package org.debitcredit.streams;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The result of a run. Counts are those of the measured part.
 *
 * @param caughtUp whether the measurement began without a backlog of the warm-up; if not, the response times contain it
 * @param unsent submissions that were due and not sent when the measured part ended: no response time contains them
 * @param transactions answered
 * @param micros response times of submissions, from when each was due
 * @param seconds of the whole run, warm-up included
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
        List<Second> seconds) {

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
