package org.debitcredit.terminal.certify;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.contract.ReportedKeyStatus;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.workload.DebitCreditWorkload;

/**
 * A small load without think times: each of some threads sends DebitCredits under keys of their own, one after the
 * other, until it gets no answer. What was answered is its success file, in memory.
 */
final class KeyedLoad implements AutoCloseable {

    private static final int THREADS = 16;

    private final List<Thread> threads = new ArrayList<>();
    private final List<Answered> answers = new ArrayList<>();
    private final AtomicLong answered = new AtomicLong();
    private final List<Sent> unanswered = new ArrayList<>();
    private BigInteger committed = BigInteger.ZERO;
    private long commits;
    private volatile boolean ended;

    /** A request without an answer. */
    private record Sent(UUID key, long amountMinor) {}

    private KeyedLoad() {}

    static KeyedLoad start(Inspector bank, long seed) {
        KeyedLoad load = new KeyedLoad();
        BankInfo info = bank.info();
        DebitCreditWorkload workload = new DebitCreditWorkload(info.scale(), info.preset(), seed);
        for (int i = 0; i < THREADS; i++) {
            DebitCreditWorkload own = workload.split();
            Thread thread = new Thread(() -> load.work(bank, info, own), "keyed-load-" + i);
            thread.setDaemon(true);
            load.threads.add(thread);
        }
        load.threads.forEach(Thread::start);
        return load;
    }

    private void work(Inspector bank, BankInfo info, DebitCreditWorkload workload) {
        while (!ended) {
            Transaction transaction = workload.next();
            UUID key = BankHttp.newKey();
            Answer answer;
            try {
                answer = bank.execute(transaction, key, info.preset());
            } catch (IOException none) {
                addUnanswered(new Sent(key, transaction.amountMinor()));
                return;
            }
            if (answer instanceof Answer.Committed done) {
                add(new Answered(key, done.position(), done.balanceMinor()), 1, transaction.amountMinor());
            } else if (answer instanceof Answer.Refused refused) {
                add(new Answered(key, refused.position(), ReportedKeyStatus.NO_BALANCE), 0, 0);
            } else {
                addUnanswered(new Sent(key, transaction.amountMinor()));
                return;
            }
        }
    }

    private void add(Answered answer, int posted, long amountMinor) {
        synchronized (answers) {
            answers.add(answer);
            commits += posted;
            committed = committed.add(BigInteger.valueOf(amountMinor));
        }
        answered.incrementAndGet();
    }

    private void addUnanswered(Sent request) {
        synchronized (answers) {
            unanswered.add(request);
        }
    }

    /** Answers so far. */
    long answered() {
        return answered.get();
    }

    /** Whether any thread still works. */
    boolean works() {
        return threads.stream().anyMatch(Thread::isAlive);
    }

    /** Ends it, waits for what is in flight, and returns the answers. */
    List<Answered> end() {
        ended = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        synchronized (answers) {
            return List.copyOf(answers);
        }
    }

    /** Requests that had no answer when it ended. */
    long unanswered() {
        synchronized (answers) {
            return unanswered.size();
        }
    }

    /** By how much the history of the recovered bank must have grown, once this has ended. */
    HistoryGrowth growth(Inspector recovered) {
        synchronized (answers) {
            long rows = commits;
            BigInteger sum = committed;
            for (Sent request : unanswered) {
                if (status(recovered, request.key()).equals(ReportedKeyStatus.COMMITTED)) {
                    rows++;
                    sum = sum.add(BigInteger.valueOf(request.amountMinor()));
                }
            }
            return new HistoryGrowth(rows, rows, sum);
        }
    }

    private static String status(Inspector recovered, UUID key) {
        try {
            return recovered.status(key).join().status();
        } catch (CompletionException unanswered) {
            throw new RunFailure(
                    "the bank does not say what became of " + key + ": " + unanswered.getCause(), unanswered);
        }
    }

    @Override
    public void close() {
        ended = true;
        threads.forEach(Thread::interrupt);
    }
}
