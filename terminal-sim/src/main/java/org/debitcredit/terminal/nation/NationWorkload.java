package org.debitcredit.terminal.nation;

import java.util.SplittableRandom;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.AtmWorkload;
import org.debitcredit.workload.DebitCreditWorkload;
import org.debitcredit.workload.Scenario;

/**
 * The transactions and think times of one ATM, from a seed. Deposits, withdrawals and DebitCredits have the shares that
 * they have among themselves in {@link Scenario#ATM}, and its amounts. The account is one of the funded ones, each as
 * likely as any other, of the ATM's own region or of another. Used by one thread at a time.
 */
final class NationWorkload {

    /**
     * What an ATM asks for.
     *
     * @param issuer region of the account
     */
    record Request(int issuer, Transaction transaction) {}

    private static final int WHOLE = 100;
    private static final int DEPOSITS = Scenario.ATM.share(AtmOperation.DEPOSIT);
    private static final int WITHDRAWALS = Scenario.ATM.share(AtmOperation.WITHDRAWAL);
    private static final int ALL = DEPOSITS + WITHDRAWALS + Scenario.ATM.share(AtmOperation.DEBIT_CREDIT);

    private final NationPlan plan;
    private final int region;
    private final long till;
    private final int funded;
    private final SplittableRandom random;
    private final DebitCreditWorkload amounts;

    /**
     * @param region of the ATM
     * @param atm its number in the region
     * @param random its own
     */
    NationWorkload(NationPlan plan, int region, int atm, SplittableRandom random) {
        this.plan = plan;
        this.region = region;
        this.till = plan.tillOfAtm(atm);
        this.funded = plan.funded();
        this.random = random;
        this.amounts = new DebitCreditWorkload(plan.scale(), NationPlan.PRESET, random.nextLong());
    }

    Request next() {
        int issuer = random.nextInt(WHOLE) < plan.outOfTownPercent() ? other() : region;
        return new Request(issuer, transaction(plan.fundedAccount(random.nextInt(funded))));
    }

    private int other() {
        int drawn = random.nextInt(plan.regions() - 1);
        return drawn >= region ? drawn + 1 : drawn;
    }

    private Transaction transaction(long account) {
        int drawn = random.nextInt(ALL);
        if (drawn < DEPOSITS) {
            return Transaction.deposit(till, account, amounts.positiveAmount());
        }
        if (drawn < DEPOSITS + WITHDRAWALS) {
            long notes = 1 + random.nextInt(AtmWorkload.NOTES_MAX);
            return Transaction.withdrawal(till, account, notes * AtmWorkload.NOTE_MINOR);
        }
        return Transaction.debitCredit(till, account, amounts.amount());
    }

    long thinkNanos() {
        return plan.think().nextNanos(random);
    }
}
