package org.debitcredit.terminal.run;

import java.util.EnumMap;
import java.util.Map;
import org.debitcredit.measure.Latency;
import org.debitcredit.terminal.contract.BankTotals;
import org.debitcredit.workload.AtmOperation;
import org.jspecify.annotations.Nullable;

/** Runs as the verdict's tests need them: one that passes, and the same with one thing changed. */
public final class Runs {

    public static final Latency QUICK = new Latency(1_000, 4, 3, 9, 40, 120);
    public static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0);

    Map<AtmOperation, Latency> byType = new EnumMap<>(AtmOperation.class);
    Latency overall = new Latency(6_000, 4, 3, 9, 40, 120);
    Map<String, Long> failures = Map.of();
    long keyedAnswers = 15_100;
    long astrayAnswers = 0;
    long journalTransactions = 15_100;
    boolean exclusive = true;
    public boolean invariantsHold = true;

    @Nullable
    String missing;

    public Runs() {
        for (AtmOperation operation : AtmOperation.values()) {
            byType.put(operation, QUICK);
        }
    }

    public Observed observed() {
        return new Observed(
                2_000,
                10,
                30,
                60_000,
                byType,
                overall,
                Map.of("insufficient-funds", 3L),
                failures,
                keyedAnswers,
                astrayAnswers,
                500,
                missing == null
                        ? new BankTotals(500 + journalTransactions, invariantsHold, null)
                        : BankTotals.missing(missing),
                exclusive);
    }

    public AtmVerdict verdict() {
        return AtmVerdict.of(observed());
    }

    public static Latency p90(double millis) {
        return new Latency(1_000, millis, millis, millis, millis, millis);
    }
}
