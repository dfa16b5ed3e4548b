package org.debitcredit.workload;

import java.time.Duration;
import java.util.Map;
import org.debitcredit.bank.Preset;

/**
 * What the terminals of a run do.
 *
 * @param name by which a person asks for it
 * @param preset rules of the bank: its scale, locality, amounts, and sizes of messages
 * @param think mean time between an answer and the next request
 * @param percent share of each operation; they add up to 100
 */
public record Scenario(String name, Preset preset, ThinkTime think, Map<AtmOperation, Integer> percent) {

    /** TPC-A: DebitCredit only, one request in 10 s from each terminal. */
    public static final Scenario TPCA =
            new Scenario("tpca", Preset.TPCA, mean(10), Map.of(AtmOperation.DEBIT_CREDIT, 100));

    /** Gray and Levine 2005: DebitCredit only, one request in 100 s from each terminal. */
    public static final Scenario GRAY2005 =
            new Scenario("gray2005", Preset.GRAY2005, mean(100), Map.of(AtmOperation.DEBIT_CREDIT, 100));

    private static ThinkTime mean(long seconds) {
        return new ThinkTime(Duration.ofSeconds(seconds));
    }

    /** Whether it takes money out of accounts, so that they need an opening balance first. */
    public boolean checksFunds() {
        return percent.getOrDefault(AtmOperation.WITHDRAWAL, 0) > 0
                || percent.getOrDefault(AtmOperation.TRANSFER, 0) > 0;
    }
}
