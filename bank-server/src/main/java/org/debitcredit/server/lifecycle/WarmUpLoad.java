package org.debitcredit.server.lifecycle;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Command;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.debitcredit.workload.DebitCreditWorkload;

/** Sends DebitCredits, single or in batches of one size, with limits for those in flight and per second. */
final class WarmUpLoad {

    /** Submissions that are due sooner are sent together, so that single transactions share a force. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final TransactionEngine engine;
    private final int batch;
    private final int inFlight;
    private final double perSecondMax;
    private final SplittableRandom random = new SplittableRandom(System.nanoTime());
    private final DebitCreditWorkload workload;

    WarmUpLoad(TransactionEngine engine, int batch, int inFlight, double perSecondMax) {
        this.engine = engine;
        this.batch = batch;
        this.inFlight = inFlight;
        this.perSecondMax = perSecondMax;
        workload = new DebitCreditWorkload(WarmUp.SCALE, Preset.GRAY2005, random.nextLong());
    }

    /**
     * Runs for a time, until it is no longer needed, or until the engine has stopped. It returns once every submission
     * is answered, or after 10 seconds without that.
     */
    void run(Duration duration, BooleanSupplier isNeeded) {
        Semaphore free = new Semaphore(inFlight);
        long begun = System.nanoTime();
        long due = begun;
        while (System.nanoTime() - begun < duration.toNanos()
                && engine.stoppedBy() == null
                && isNeeded.getAsBoolean()) {
            if (!acquire(free, 1)) {
                return;
            }
            if (!engine.submit(next(free))) {
                free.release();
            }
            due += (long) (batch * TimeUnit.SECONDS.toNanos(1) / perSecondMax);
            long early = due - System.nanoTime();
            if (early > PAUSE_NANOS) {
                LockSupport.parkNanos(early);
            }
        }
        acquire(free, inFlight);
    }

    /** Waits only for a limited time, because a stopped bank may not answer any more. */
    private static boolean acquire(Semaphore free, int permits) {
        try {
            return free.tryAcquire(permits, 10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Command next(Semaphore free) {
        long high = TransactionKey.highV7(System.currentTimeMillis(), random.nextLong());
        // Its lowest bits are 0, so that the keys of the largest batch count up in them.
        long low = TransactionKey.lowV7(random.nextLong()) & -TransactionEngine.SUBMISSION_MAX;
        return batch == 1 ? single(new TransactionKey(0, high, low), free) : several(high, low, free);
    }

    /** Submitted in the same way as a REST request. */
    private Command single(TransactionKey key, Semaphore free) {
        return new SingleSubmission(answered -> free.release()).ask(workload.next(), key);
    }

    private Command several(long high, long low, Semaphore free) {
        RequestColumns requests = new RequestColumns(batch, RunLengthKeys.runsMax(batch));
        for (int row = 0; row < batch; row++) {
            requests.addContent(TransactionType.DEBIT_CREDIT.code(), 0, 0, Transaction.NO_TARGET, 0);
        }
        requests.keys.add(0, high, low, batch);
        workload.fill(requests);
        return new BatchSubmission(requests, answered -> free.release());
    }
}
