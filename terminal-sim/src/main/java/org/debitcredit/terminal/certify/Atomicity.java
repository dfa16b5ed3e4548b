package org.debitcredit.terminal.certify;

import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.debitcredit.bank.BankScale;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.workload.AtmRequest;
import org.debitcredit.workload.DebitCreditWorkload;
import org.jspecify.annotations.Nullable;

/**
 * A committed transaction changes account, teller, branch and history; one that is refused changes none of them. The
 * bank has no other client meanwhile.
 */
final class Atomicity {

    private static final String DONE =
            "DebitCredits were committed, and withdrawals and transfers were made that the bank must refuse. Before and "
                    + "after each the balances of account, teller and branch were read, and before and after all of them "
                    + "the history's rows and sum.";
    private static final int EACH = 10;

    private final Inspector bank;
    private final BankInfo info;
    private final DebitCreditWorkload workload;
    private final SplittableRandom random;
    private BigInteger committed = BigInteger.ZERO;

    private Atomicity(Inspector bank, long seed) {
        this.bank = bank;
        this.info = bank.info();
        this.workload = new DebitCreditWorkload(info.scale(), info.preset(), seed);
        this.random = new SplittableRandom(seed);
    }

    static Tested test(Inspector bank, long seed) {
        try {
            String wrong = new Atomicity(bank, seed).firstFault();
            return Tested.of(
                    AcidTest.ATOMICITY,
                    wrong == null,
                    DONE,
                    wrong == null
                            ? EACH + " commits each changed all four by their amount, and " + EACH
                                    + " refusals changed none."
                            : wrong);
        } catch (IOException | RunFailure unanswered) {
            return Tested.missed(AcidTest.ATOMICITY, DONE, "The server did not answer: " + unanswered.getMessage());
        }
    }

    /** The balances that one transaction may change. */
    private record Balances(long account, long target, long teller, long branch) {

        List<Long> since(Balances before) {
            return List.of(
                    account - before.account, target - before.target, teller - before.teller, branch - before.branch);
        }
    }

    private Balances balances(Transaction transaction) {
        return new Balances(
                bank.account(transaction.account()),
                transaction.target() == Transaction.NO_TARGET ? 0 : bank.account(transaction.target()),
                bank.teller(transaction.teller()),
                bank.branch(BankScale.branchOf(transaction.teller())));
    }

    private @Nullable String firstFault() throws IOException {
        BankSums before = bank.sums();
        for (int i = 0; i < EACH; i++) {
            String wrong = commit();
            wrong = wrong == null ? refuse() : wrong;
            if (wrong != null) {
                return wrong;
            }
        }
        BankSums after = bank.sums();
        BigInteger grown = after.history().subtract(before.history());
        long rows = after.historyRows() - before.historyRows();
        return rows == EACH && grown.equals(committed)
                ? null
                : sentence(
                        "After %d commits of %,d together the history had %,d rows and %,d more.",
                        EACH, committed, rows, grown);
    }

    private @Nullable String commit() throws IOException {
        Transaction transaction = workload.next();
        long amount = transaction.amountMinor();
        Balances before = balances(transaction);
        Answer answer = bank.execute(transaction, BankHttp.newKey(), info.preset());
        Balances after = balances(transaction);
        committed = committed.add(BigInteger.valueOf(amount));
        boolean isRight = answer instanceof Answer.Committed done
                && done.balanceMinor() == after.account
                && after.since(before).equals(List.of(amount, 0L, amount, amount));
        return isRight
                ? null
                : sentence("%s was %s, and changed %s.", words(transaction), words(answer), words(after.since(before)));
    }

    private @Nullable String refuse() throws IOException {
        BankScale scale = info.scale();
        long branch = random.nextInt(scale.branches());
        long account = scale.accountId(branch, random.nextInt(scale.accountsPerBranch() - 1));
        long teller = scale.tellerId(branch, random.nextInt(scale.tellersPerBranch()));
        long tooMuch = Math.max(0, bank.account(account)) + 1;
        Transaction transaction = random.nextBoolean()
                ? Transaction.withdrawal(teller, account, tooMuch)
                : Transaction.transfer(teller, account, account + 1, tooMuch);
        Balances before = balances(transaction);
        Answer answer = bank.execute(transaction, BankHttp.newKey(), info.preset());
        Balances after = balances(transaction);
        return answer instanceof Answer.Refused && after.equals(before)
                ? null
                : sentence(
                        "%s, which the account's %,d do not cover, was %s, and changed %s.",
                        words(transaction), before.account, words(answer), words(after.since(before)));
    }

    private static String words(Transaction transaction) {
        String target = transaction.target() == Transaction.NO_TARGET ? "" : " to account " + transaction.target();
        return sentence(
                "A %s of %,d on account %d%s at teller %d",
                new AtmRequest.Money(transaction).operation().id(),
                transaction.amountMinor(),
                transaction.account(),
                target,
                transaction.teller());
    }

    static String words(Answer answer) {
        if (answer instanceof Answer.Committed done) {
            return sentence("committed at position %,d with balance %,d", done.position(), done.balanceMinor());
        }
        if (answer instanceof Answer.Refused refused) {
            return "refused (" + refused.reason() + ")";
        }
        if (answer instanceof Answer.Failed failed) {
            return "not answered by the contract (" + failed.reason() + ")";
        }
        if (answer instanceof Answer.Unanswered nothing) {
            return "not answered (" + nothing.reason() + ")";
        }
        return "answered by a balance";
    }

    private static String words(List<Long> changes) {
        return sentence(
                "account by %,d, target by %,d, teller by %,d and branch by %,d",
                changes.get(0), changes.get(1), changes.get(2), changes.get(3));
    }

    private static String sentence(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
