package org.debitcredit.terminal.certify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.contract.KeyStatus;
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
    private final AtomicLong unanswered = new AtomicLong();
    private volatile boolean ended;

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
                unanswered.incrementAndGet();
                return;
            }
            if (answer instanceof Answer.Committed committed) {
                add(new Answered(key, committed.position(), committed.balanceMinor()));
            } else if (answer instanceof Answer.Refused refused) {
                add(new Answered(key, refused.position(), KeyStatus.NO_BALANCE));
            } else {
                unanswered.incrementAndGet();
                return;
            }
        }
    }

    private void add(Answered answer) {
        synchronized (answers) {
            answers.add(answer);
        }
        answered.incrementAndGet();
    }

    /** Answers so far. */
    long answered() {
        return answered.get();
    }

    /** Whether any thread still works. */
    boolean works() {
        return threads.stream().anyMatch(Thread::isAlive);
    }

    /** Ends it, waits for what is in flight, and answers what was answered. */
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
        return unanswered.get();
    }

    @Override
    public void close() {
        ended = true;
        threads.forEach(Thread::interrupt);
    }
}
