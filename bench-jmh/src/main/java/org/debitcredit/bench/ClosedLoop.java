package org.debitcredit.bench;

import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.workload.DebitCreditWorkload;
import org.jspecify.annotations.Nullable;

/**
 * Many connections on one event loop: keeps a number of single transactions in flight in an engine, each with its own
 * key, and sends the next one as soon as any is answered. Used by one thread; answers arrive on the writer's thread.
 */
final class ClosedLoop {

    private final TransactionEngine engine;
    private final DebitCreditWorkload workload;
    private final SplittableRandom keys;
    private final int inFlightMax;

    private long submitted;
    /** Written by the writer's thread alone. */
    private volatile long answered;

    private volatile @Nullable Outcome unexpected;
    private volatile @Nullable Thread waiting;

    ClosedLoop(TransactionEngine engine, DebitCreditWorkload workload, int inFlightMax) {
        this.engine = engine;
        this.workload = workload;
        this.keys = new SplittableRandom(BenchBank.SEED);
        this.inFlightMax = inFlightMax;
    }

    /** Waits until there is room, then sends one transaction. */
    void next() {
        awaitInFlight(inFlightMax - 1);
        Transaction transaction = workload.next();
        TransactionKey key = BenchBank.key(keys, System.currentTimeMillis());
        BatchSubmission submission = new BatchSubmission(RequestColumns.single(transaction, key), this::answered);
        while (!engine.submit(submission)) {
            Thread.onSpinWait();
        }
        submitted++;
    }

    /** Waits until everything is answered. */
    void drain() {
        awaitInFlight(0);
    }

    /** Number of answers so far. */
    long answered() {
        return answered;
    }

    private void awaitInFlight(long most) {
        while (submitted - answered > most) {
            waiting = Thread.currentThread();
            if (submitted - answered > most) {
                LockSupport.park(this);
            }
            waiting = null;
        }
        Outcome wrong = unexpected;
        if (wrong != null) {
            throw new IllegalStateException("a DebitCredit is always committed here; this one ended as " + wrong);
        }
    }

    private void answered(BatchSubmission submission) {
        if (submission.outcome[0] != Outcome.COMMITTED) {
            unexpected = submission.outcome(0);
        }
        answered = answered + 1;
        Thread sleeper = waiting;
        if (sleeper != null) {
            waiting = null;
            LockSupport.unpark(sleeper);
        }
    }
}
