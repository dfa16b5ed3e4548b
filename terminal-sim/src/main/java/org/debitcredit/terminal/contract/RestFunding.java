package org.debitcredit.terminal.contract;

import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.debitcredit.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * Pays in opening balances over REST, a few at a time. It needs only the server's URL. It is also a warm-up: a new
 * server has compiled its hot path when the terminals begin.
 */
public final class RestFunding implements Funding {

    private static final int IN_FLIGHT_MAX = 64;

    private final BankHttp http;
    private final Semaphore permits = new Semaphore(IN_FLIGHT_MAX);
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

    public RestFunding(BankHttp http) {
        this.http = http;
    }

    @Override
    public void payIn(BankInfo bank, KeyedAnswers answers) {
        payIn(Funding.deposits(bank), bank, answers);
    }

    /** Pays in these deposits and waits for the answers; as {@link #payIn(BankInfo, KeyedAnswers)}. */
    public void payIn(List<Transaction> deposits, BankInfo bank, KeyedAnswers answers) {
        for (Transaction deposit : deposits) {
            if (failure.get() != null) {
                break;
            }
            permits.acquireUninterruptibly();
            send(deposit, bank, answers);
        }
        permits.acquireUninterruptibly(IN_FLIGHT_MAX);
        permits.release(IN_FLIGHT_MAX);
        String failed = failure.get();
        if (failed != null) {
            throw Funding.failure(failed);
        }
    }

    private void send(Transaction deposit, BankInfo bank, KeyedAnswers answers) {
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
