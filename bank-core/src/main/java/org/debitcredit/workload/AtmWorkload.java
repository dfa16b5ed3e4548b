package org.debitcredit.workload;

import java.util.SplittableRandom;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.transaction.Transaction;

/**
 * The next request and think time of one terminal, from a seed. Terminal {@code i} uses teller {@code i mod tellers};
 * the mix is that of its {@link Scenario}, every account follows the 85/15 rule of {@link DebitCreditWorkload}.
 * Withdrawals and transfers leave the funded accounts, the first few of every branch, in notes of $20 up to $200. Used
 * by one thread at a time.
 */
public class AtmWorkload {

    /** Cash comes in notes of this value, minor units. */
    public static final long NOTE_MINOR = 20_00;

    /** Most notes of one withdrawal or transfer. */
    public static final int NOTES_MAX = 10;

    /**
     * Any odd number that is not a multiple of the generator's own step, which makes the terminals' streams distinct.
     */
    private static final long TERMINAL_STEP = 0xD1B54A32D192ED03L;

    private static final AtmOperation[] OPERATIONS = AtmOperation.values();

    private final BankScale scale;
    private final Scenario scenario;
    private final int fundedPerBranch;
    private final long teller;
    private final SplittableRandom random;
    private final DebitCreditWorkload debitCredit;

    /**
     * @param scenario whose mix and think times it follows
     * @param preset rules of the bank
     * @param seed of the whole run
     * @param terminal number of the terminal, from 0
     * @param fundedPerBranch how many accounts of each branch, from the first, hold money to take out
     */
    public AtmWorkload(
            BankScale scale, Scenario scenario, Preset preset, long seed, long terminal, int fundedPerBranch) {
        if (scale.accounts() < 2 && scenario.share(AtmOperation.TRANSFER) > 0) {
            throw new IllegalArgumentException("the bank has " + scale.accounts() + " account; a transfer needs two");
        }
        if (fundedPerBranch < 1 || fundedPerBranch > scale.accountsPerBranch()) {
            throw new IllegalArgumentException("fundedPerBranch is " + fundedPerBranch
                    + "; it must be 1 to the accounts of a branch, " + scale.accountsPerBranch());
        }
        this.scale = scale;
        this.scenario = scenario;
        this.fundedPerBranch = fundedPerBranch;
        this.teller = tellerOf(scale, terminal);
        this.random = new SplittableRandom(new SplittableRandom(seed + terminal * TERMINAL_STEP).nextLong());
        this.debitCredit = new DebitCreditWorkload(scale, preset, random.nextLong());
    }

    /** Id of the teller that a terminal plays. */
    public static long tellerOf(BankScale scale, long terminal) {
        long index = terminal % scale.tellers();
        return scale.tellerId(index / scale.tellersPerBranch(), index % scale.tellersPerBranch());
    }

    /** The next request. */
    public AtmRequest next() {
        return switch (operation()) {
            case BALANCE -> new AtmRequest.BalanceInquiry(anyAccount());
            case DEPOSIT ->
                new AtmRequest.Money(Transaction.deposit(teller, anyAccount(), debitCredit.positiveAmount()));
            case WITHDRAWAL -> new AtmRequest.Money(Transaction.withdrawal(teller, fundedAccount(), cash()));
            case TRANSFER -> new AtmRequest.Money(transfer());
            case DEBIT_CREDIT -> new AtmRequest.Money(debitCredit.nextAt(teller));
        };
    }

    /** How long the customer thinks before the next request. */
    public long thinkNanos() {
        return scenario.think().nextNanos(random);
    }

    private AtmOperation operation() {
        int drawn = random.nextInt(100);
        for (AtmOperation operation : OPERATIONS) {
            drawn -= scenario.share(operation);
            if (drawn < 0) {
                return operation;
            }
        }
        throw new IllegalStateException("the shares of the mix add up to less than 100 %");
    }

    private Transaction transfer() {
        long account = fundedAccount();
        long target = anyAccount();
        while (target == account) {
            target = anyAccount();
        }
        return Transaction.transfer(teller, account, target, cash());
    }

    private long anyAccount() {
        return debitCredit.account(teller, scale.accountsPerBranch());
    }

    private long fundedAccount() {
        return debitCredit.account(teller, fundedPerBranch);
    }

    private long cash() {
        return NOTE_MINOR * (1 + random.nextInt(NOTES_MAX));
    }
}
