package org.debitcredit.workload;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.debitcredit.bank.Preset;

/**
 * What the terminals of a run do.
 *
 * @param name by which a person asks for it
 * @param preset rules of the bank: its scale, locality, amounts, and sizes of messages
 * @param think mean time between an answer and the next request
 * @param percent share of each operation; they add up to 100
 * @param terminals how many there are where a person does not say
 * @param profile of the load
 */
public record Scenario(
        String name,
        Preset preset,
        ThinkTime think,
        Map<AtmOperation, Integer> percent,
        int terminals,
        LoadProfile profile) {

    private static final int WHOLE = 100;
    private static final int USUAL_TERMINALS = 2_000;

    private static final Map<AtmOperation, Integer> DEBIT_CREDIT_ONLY = Map.of(AtmOperation.DEBIT_CREDIT, WHOLE);

    private static final Map<AtmOperation, Integer> ATM_MIX = Map.of(
            AtmOperation.BALANCE, 15,
            AtmOperation.DEPOSIT, 12,
            AtmOperation.WITHDRAWAL, 25,
            AtmOperation.TRANSFER, 8,
            AtmOperation.DEBIT_CREDIT, 40);

    private static final Map<AtmOperation, Integer> MODESTO_MIX = Map.of(
            AtmOperation.BALANCE, 30,
            AtmOperation.WITHDRAWAL, 40,
            AtmOperation.DEPOSIT, 20,
            AtmOperation.TRANSFER, 10);

    /** The ATMs of a bank: every operation, one request in 10 s from each. */
    public static final Scenario ATM = new Scenario("atm", Preset.GRAY2005, mean(10), ATM_MIX);

    /** TPC-A: DebitCredit only, one request in 10 s from each terminal. */
    public static final Scenario TPCA = new Scenario("tpca", Preset.TPCA, mean(10), DEBIT_CREDIT_ONLY);

    /** Gray and Levine 2005: DebitCredit only, one request in 100 s from each terminal. */
    public static final Scenario GRAY2005 = new Scenario("gray2005", Preset.GRAY2005, mean(100), DEBIT_CREDIT_ONLY);

    /**
     * The bank of Modesto with 20 ATMs: balances, withdrawals, deposits and transfers, up to one a second from each.
     */
    public static final Scenario MODESTO_20 =
            new Scenario("modesto20", Preset.GRAY2005, mean(1), MODESTO_MIX, 20, LoadProfile.STEADY);

    /** The same bank with 50 ATMs. */
    public static final Scenario MODESTO_50 =
            new Scenario("modesto50", Preset.GRAY2005, mean(1), MODESTO_MIX, 50, LoadProfile.STEADY);

    /** A business day: see {@link LoadProfile#BRANCH_DAY}. */
    public static final Scenario BRANCH_DAY =
            new Scenario("branch-day", Preset.GRAY2005, mean(10), ATM_MIX, USUAL_TERMINALS, LoadProfile.BRANCH_DAY);

    /** Three times the load at once, and back: see {@link LoadProfile#RUSH}. */
    public static final Scenario RUSH =
            new Scenario("rush", Preset.GRAY2005, mean(10), ATM_MIX, USUAL_TERMINALS, LoadProfile.RUSH);

    /** All that a person may ask for, in the order of the help. */
    public static final List<Scenario> ALL = List.of(ATM, TPCA, GRAY2005, MODESTO_20, MODESTO_50, BRANCH_DAY, RUSH);

    public Scenario {
        percent = Map.copyOf(percent);
        int sum = percent.values().stream().mapToInt(Integer::intValue).sum();
        if (sum != WHOLE || percent.values().stream().anyMatch(share -> share < 0)) {
            throw new IllegalArgumentException("the shares of the mix are " + percent + "; they must add up to 100");
        }
        if (terminals < 1) {
            throw new IllegalArgumentException("terminals is " + terminals + "; it must be at least 1");
        }
    }

    /** One with the usual number of terminals and a steady load. */
    public Scenario(String name, Preset preset, ThinkTime think, Map<AtmOperation, Integer> percent) {
        this(name, preset, think, percent, USUAL_TERMINALS, LoadProfile.STEADY);
    }

    /** The scenario with a name. */
    public static Optional<Scenario> named(String name) {
        return ALL.stream().filter(scenario -> scenario.name().equals(name)).findFirst();
    }

    /** The same with another think time. */
    public Scenario thinking(ThinkTime other) {
        return new Scenario(name, preset, other, percent, terminals, profile);
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
