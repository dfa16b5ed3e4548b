package org.debitcredit.terminal.certify;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.debitcredit.bank.BankScale;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.report.AcidTest;

/**
 * Checks the books at several times: the sums of accounts, tellers, branches and history are equal, and some branches
 * equal the sum of their tellers, each read by itself. Nothing else uses the bank meanwhile.
 */
final class Consistency {

    private static final String DONE = "The sums of accounts, tellers, branches and history were compared, and some "
            + "branches with the sum of their tellers: before the loads, after them, and after each test of durability "
            + "that was run.";
    private static final int BRANCHES_READ = 5;

    private final SplittableRandom random;
    private final List<String> held = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();

    Consistency(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Checks the conditions of consistency now, and returns the sums. */
    BankSums check(String when, Inspector bank) {
        BankSums sums = bank.sums();
        if (sums.balance()) {
            held.add(when);
        } else {
            broken.add(when + ": " + sums.words());
        }
        BankInfo info = bank.info();
        BankScale scale = info.scale();
        for (int i = 0; i < Math.min(BRANCHES_READ, scale.branches()); i++) {
            checkBranch(when, bank, scale, random.nextInt(scale.branches()));
        }
        return sums;
    }

    /** Notes the books of a bank that somebody else has compared. */
    void note(String when, boolean balance) {
        (balance ? held : broken).add(when);
    }

    private void checkBranch(String when, Inspector bank, BankScale scale, int branch) {
        long tellers = 0;
        for (int teller = 0; teller < scale.tellersPerBranch(); teller++) {
            tellers += bank.teller(scale.tellerId(branch, teller));
        }
        long balance = bank.branch(branch);
        if (balance != tellers) {
            broken.add(String.format(
                    Locale.ROOT, "%s: branch %d has %,d and its tellers %,d", when, branch, balance, tellers));
        }
    }

    Tested tested() {
        if (held.isEmpty() && broken.isEmpty()) {
            return Tested.notBegun(AcidTest.CONSISTENCY, "The books were never compared.");
        }
        return Tested.of(
                AcidTest.CONSISTENCY,
                broken.isEmpty(),
                DONE,
                broken.isEmpty()
                        ? "All sums were equal " + String.join(", ", held) + "."
                        : "They differed " + String.join("; ", broken) + ".");
    }
}
