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

    private static final int WHOLE = 100;

    /** TPC-A: DebitCredit only, one request in 10 s from each terminal. */
    public static final Scenario TPCA =
            new Scenario("tpca", Preset.TPCA, mean(10), Map.of(AtmOperation.DEBIT_CREDIT, 100));

    /** Gray and Levine 2005: DebitCredit only, one request in 100 s from each terminal. */
    public static final Scenario GRAY2005 =
            new Scenario("gray2005", Preset.GRAY2005, mean(100), Map.of(AtmOperation.DEBIT_CREDIT, 100));

    /** An ATM of a bank in a town: every operation, one request in 10 s from each terminal. */
    public static final Scenario ATM = new Scenario(
            "atm",
            Preset.GRAY2005,
            mean(10),
            Map.of(
                    AtmOperation.BALANCE, 15,
                    AtmOperation.DEPOSIT, 12,
                    AtmOperation.WITHDRAWAL, 25,
                    AtmOperation.TRANSFER, 8,
                    AtmOperation.DEBIT_CREDIT, 40));

    public Scenario {
        percent = Map.copyOf(percent);
        int sum = percent.values().stream().mapToInt(Integer::intValue).sum();
        if (sum != WHOLE || percent.values().stream().anyMatch(share -> share < 0)) {
            throw new IllegalArgumentException("the shares of the mix are " + percent + "; they must add up to 100");
        }
    }

    /** The share of an operation, per cent. */
    public int share(AtmOperation operation) {
        return percent.getOrDefault(operation, 0);
    }

    private static ThinkTime mean(long seconds) {
        return new ThinkTime(Duration.ofSeconds(seconds));
    }

    /** Whether it takes money out of accounts, so that they need an opening balance first. */
    public boolean checksFunds() {
        return share(AtmOperation.WITHDRAWAL) > 0 || share(AtmOperation.TRANSFER) > 0;
    }
}
