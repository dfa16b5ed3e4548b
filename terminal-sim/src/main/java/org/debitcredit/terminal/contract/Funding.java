package org.debitcredit.terminal.contract;

import java.util.List;
import org.debitcredit.bank.BankScale;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.transaction.Transaction;

/**
 * Pays in the opening balances: a keyed deposit of $1,000.00 to the first accounts of every branch, each at a teller of
 * its branch, so that there is money to withdraw.
 */
public interface Funding {

    long OPENING_MINOR = 1_000_00;

    /** Pays nothing in, because an earlier run did. */
    Funding NONE = (bank, answers) -> {};

    /** Pays in all balances and waits for the answers. Throws a {@link RunFailure} if one is not a commit. */
    void payIn(BankInfo bank, KeyedAnswers answers);

    /** The deposits, branch by branch in turn, so that no branch or teller is asked twice in a row. */
    static List<Transaction> deposits(BankInfo bank) {
        BankScale scale = bank.scale();
        Transaction[] deposits = new Transaction[scale.branches() * bank.fundedPerBranch()];
        for (int i = 0; i < deposits.length; i++) {
            int branch = i % scale.branches();
            int sequence = i / scale.branches();
            long teller = scale.tellerId(branch, sequence % scale.tellersPerBranch());
            deposits[i] = Transaction.deposit(teller, scale.accountId(branch, sequence), OPENING_MINOR);
        }
        return List.of(deposits);
    }

    /** The failure for a deposit that was not committed. */
    static RunFailure failure(String reason) {
        return new RunFailure("the opening balances could not be paid in: " + reason);
    }
}
