package org.debitcredit.workload;

import java.util.SplittableRandom;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionType;

/**
 * The DebitCredit mix: a uniform teller, an account of the teller's branch in 85 % of cases, a uniform amount (Gray
 * &amp; Levine 2005, appendix; TPC-A). Not safe for use by several threads: {@link #split} gives each its own.
 */
public final class DebitCreditWorkload {

    /** Share of accounts held at the teller's own branch, per cent. */
    public static final int LOCAL_PERCENT = 85;

    private final BankScale scale;
    private final Preset preset;
    private final SplittableRandom random;

    public DebitCreditWorkload(BankScale scale, Preset preset, long seed) {
        this(scale, preset, new SplittableRandom(seed));
    }

    private DebitCreditWorkload(BankScale scale, Preset preset, SplittableRandom random) {
        this.scale = scale;
        this.preset = preset;
        this.random = random;
    }

    /** An independent stream of the same mix. */
    public DebitCreditWorkload split() {
        return new DebitCreditWorkload(scale, preset, random.split());
    }

    /** The next transaction, at a teller drawn from the whole bank. */
    public Transaction next() {
        return nextAt(teller());
    }

    /** The next transaction at a given teller. */
    public Transaction nextAt(long tellerId) {
        return Transaction.debitCredit(tellerId, account(tellerId, scale.accountsPerBranch()), amount());
    }

    /** Overwrites a batch with DebitCredits, without allocating objects. */
    public void fill(RequestColumns debitCredits) {
        for (int row = 0; row < debitCredits.size(); row++) {
            long teller = teller();
            debitCredits.put(
                    row, TransactionType.DEBIT_CREDIT.code(), teller, account(teller), Transaction.NO_TARGET, amount());
        }
    }

    /** An account by the 85/15 rule. */
    public long account(long tellerId) {
        return account(tellerId, scale.accountsPerBranch());
    }

    /** A uniform teller. */
    public long teller() {
        return scale.tellerId(random.nextInt(scale.branches()), random.nextInt(scale.tellersPerBranch()));
    }

    /** An account by the 85/15 rule, from the first accounts of its branch. */
    public long account(long tellerId, int accountsOfBranch) {
        return scale.accountId(branchFor(BankScale.branchOf(tellerId)), random.nextInt(accountsOfBranch));
    }

    /** A signed amount, never 0, uniform in the preset's range, minor units. */
    public long amount() {
        long max = preset.amountMinorMax();
        long drawn = random.nextLong(2 * max) - max;
        return drawn >= 0 ? drawn + 1 : drawn;
    }

    /** A positive amount, uniform from 1 to the preset's largest, minor units. */
    public long positiveAmount() {
        return 1 + random.nextLong(preset.amountMinorMax());
    }

    private long branchFor(long homeBranch) {
        if (random.nextInt(100) < LOCAL_PERCENT || scale.branches() == 1) {
            return homeBranch;
        }
        if (preset.foreignIsOther()) {
            long other = random.nextInt(scale.branches() - 1);
            return other >= homeBranch ? other + 1 : other;
        }
        return random.nextInt(scale.branches());
    }
}
