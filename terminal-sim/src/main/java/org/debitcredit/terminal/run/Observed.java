package org.debitcredit.terminal.run;

import java.util.EnumMap;
import java.util.Map;
import org.debitcredit.measure.Latency;
import org.debitcredit.terminal.contract.BankTotals;
import org.debitcredit.workload.AtmOperation;

/**
 * The observations of a run, once nothing was in flight.
 *
 * @param seconds from the first terminal's start to the last one's end
 * @param terminalSeconds how long the terminals worked, all added up
 * @param keyedAnswers distinct positions answered to keyed requests, opening balances among them
 * @param astrayAnswers keyed answers with a position that another had, or older than the run
 * @param positionBefore the bank's position before the run
 * @param totals what the server said after it
 * @param exclusive whether no other client can have used the server
 */
public record Observed(
        int terminals,
        double thinkSecondsMean,
        double seconds,
        double terminalSeconds,
        Map<AtmOperation, Latency> byType,
        Latency overall,
        Map<String, Long> refusals,
        Map<String, Long> failures,
        long keyedAnswers,
        long astrayAnswers,
        long positionBefore,
        BankTotals totals,
        boolean exclusive) {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;

    public static Observed of(TerminalRun run, BankTotals totals, boolean exclusive) {
        Map<AtmOperation, Latency> byType = new EnumMap<>(AtmOperation.class);
        for (AtmOperation operation : AtmOperation.values()) {
            byType.put(operation, run.responseTimes().of(operation));
        }
        return new Observed(
                run.plan().terminals(),
                run.plan().think().mean().toNanos() / NANOS_PER_SECOND,
                run.endNanos() / NANOS_PER_SECOND,
                run.terminalNanos() / NANOS_PER_SECOND,
                byType,
                run.responseTimes().overall(),
                run.refusals().byReason(),
                run.failures().byReason(),
                run.keyedAnswers().distinct(),
                run.keyedAnswers().astray(),
                run.keyedAnswers().positionBefore(),
                totals,
                exclusive);
    }

    /** Requests answered by the terminals' run, refusals and balances among them. */
    public long transactions() {
        return overall.count();
    }

    public long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }

    public long refused() {
        return refusals.values().stream().mapToLong(Long::longValue).sum();
    }

    public double tps() {
        return seconds == 0 ? 0 : transactions() / seconds;
    }

    /** The number of requests that the closed-loop law X = N / (Z + R) predicts for the terminals in their time. */
    public double closedLoopTransactions() {
        double cycleSeconds = thinkSecondsMean + overall.meanMillis() / MILLIS_PER_SECOND;
        return cycleSeconds == 0 ? 0 : terminalSeconds / cycleSeconds;
    }

    public boolean invariantsHold() {
        return totals.holds();
    }

    /** The growth of the bank's position; 0 if the server did not return it. */
    public long journalTransactions() {
        return totals.missing() == null ? totals.position() - positionBefore : 0;
    }

    /** Whether the journal has a transaction for every keyed answer, and no others if no other client was active. */
    public boolean journalAgrees() {
        long others = othersTransactions();
        return totals.missing() == null && astrayAnswers == 0 && (exclusive ? others == 0 : others >= 0);
    }

    /** Number of transactions in the journal for which no terminal of this run got an answer. */
    public long othersTransactions() {
        return journalTransactions() - keyedAnswers;
    }
}
