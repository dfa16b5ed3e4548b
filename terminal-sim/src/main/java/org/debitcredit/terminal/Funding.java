package org.debitcredit.terminal;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * Opening balances: a keyed deposit of $1,000.00 to the first accounts of every branch, each at a teller of its branch.
 * They go over REST, as the terminals' requests do, so that a server is met warm and by one contract only.
 */
final class Funding {

    static final long OPENING_MINOR = 1_000_00;

    private static final int IN_FLIGHT_MAX = 64;

    private final BankHttp http;
    private final BankInfo bank;
    private final KeyedAnswers answers;
    private final Semaphore permits = new Semaphore(IN_FLIGHT_MAX);
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

    Funding(BankHttp http, BankInfo bank, KeyedAnswers answers) {
        this.http = http;
        this.bank = bank;
        this.answers = answers;
    }

    /** Number of accounts to be funded. */
    long accounts() {
        return (long) bank.scale().branches() * bank.fundedPerBranch();
    }

    /** Funds them all and waits for the answers; throws when one is not a commit. */
    void run() {
        BankScale scale = bank.scale();
        for (int sequence = 0; sequence < bank.fundedPerBranch(); sequence++) {
            for (int branch = 0; branch < scale.branches() && failure.get() == null; branch++) {
                long teller = scale.tellerId(branch, sequence % scale.tellersPerBranch());
                send(Transaction.deposit(teller, scale.accountId(branch, sequence), OPENING_MINOR));
            }
        }
        permits.acquireUninterruptibly(IN_FLIGHT_MAX);
        String failed = failure.get();
        if (failed != null) {
            throw new RunFailure("opening balances could not be paid in: " + failed);
        }
    }

    private void send(Transaction deposit) {
        permits.acquireUninterruptibly();
        http.deposit(deposit, bank).whenComplete((answer, thrown) -> {
            if (thrown != null) {
                failure.compareAndSet(null, String.valueOf(thrown.getMessage()));
            } else if (answer instanceof Answer.Committed committed) {
                answers.add(committed.position());
            } else {
                failure.compareAndSet(null, deposit + " was answered by " + answer);
            }
            permits.release();
        });
    }
}
