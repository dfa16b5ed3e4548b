package org.debitcredit.bench;

import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.workload.DebitCreditWorkload;

/**
 * Sends submissions of several transactions to an engine, as fast as answers arrive, or at a fixed rate regardless of
 * answers.
 */
final class BatchLoad {

    private static final long LATENCY_MICROS_MAX = 60_000_000;
    private static final long ANSWER_NANOS_MAX = 60_000_000_000L;

    private final TransactionEngine engine;
    private final DebitCreditWorkload workload;
    private final SplittableRandom random = new SplittableRandom(BenchBank.SEED);
    private final int batch;
    private final boolean keyEach;
    private final AtomicLong answered = new AtomicLong();
    private volatile boolean failed;
    private Slice slice = new Slice();

    /** @param keyEach whether each transaction has its own key, like those of terminals, or the batch has one */
    BatchLoad(TransactionEngine engine, BankScale scale, int batch, boolean keyEach) {
        this.engine = engine;
        this.workload = new DebitCreditWorkload(scale, Preset.TPCA, BenchBank.SEED);
        this.batch = batch;
        this.keyEach = keyEach;
    }

    /** Keeps this many submissions in flight, and returns transactions per second. */
    double closedLoop(int inFlight, int seconds) {
        BlockingQueue<Integer> free = new ArrayBlockingQueue<>(inFlight);
        for (int i = 0; i < inFlight; i++) {
            free.add(i);
        }
        long start = System.nanoTime();
        long end = start + seconds * 1_000_000_000L;
        long sent = 0;
        try {
            while (System.nanoTime() < end) {
                int place = free.take();
                send(submission -> free.add(place));
                sent += batch;
            }
            for (int i = 0; i < inFlight; i++) {
                free.take();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
        requireAllCommitted();
        return sent * 1e9 / (System.nanoTime() - start);
    }

    /**
     * Ends the slice of the open loop that is being recorded, and begins the next one.
     *
     * @param check is run while the last answers are awaited, and throws to end that
     * @return latencies in microseconds from each intended time, once all submissions of the slice are answered
     * @throws IllegalStateException if they are not answered within a minute
     */
    Histogram nextSlice(Runnable check) {
        Slice ended;
        synchronized (this) {
            ended = slice;
            slice = new Slice();
        }
        long until = System.nanoTime() + ANSWER_NANOS_MAX;
        while (ended.answered.get() < ended.sent) {
            check.run();
            if (System.nanoTime() - until >= 0) {
                throw new IllegalStateException("the last submissions of a slice were not answered within 60 s");
            }
            LockSupport.parkNanos(1_000_000);
        }
        return ended.micros;
    }

    private synchronized Slice sendInSlice() {
        slice.sent++;
        return slice;
    }

    /** What is sent between two calls of {@link #nextSlice}. */
    private static final class Slice {

        private final Histogram micros = new SynchronizedHistogram(LATENCY_MICROS_MAX, 3);
        private final AtomicLong answered = new AtomicLong();
        /** Guarded by the load, until the slice has ended. */
        private long sent;
    }

    /** Sends at a rate, in exponential gaps, until it is stopped, and waits for the last answers. */
    void openLoop(double transactionsPerSecond, BooleanSupplier stop) {
        double meanGapNanos = 1e9 * batch / transactionsPerSecond;
        double intended = System.nanoTime();
        long sent = 0;
        answered.set(0);
        while (!stop.getAsBoolean()) {
            intended -= Math.log(1 - random.nextDouble()) * meanGapNanos;
            long due = (long) intended;
            RequestColumns requests = requests();
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            Slice sentIn = sendInSlice();
            submit(new BatchSubmission(requests, submission -> {
                sentIn.micros.recordValue(Math.min(LATENCY_MICROS_MAX, (System.nanoTime() - due) / 1_000));
                answered(submission);
                sentIn.answered.incrementAndGet();
            }));
            sent++;
        }
        while (answered.get() < sent) {
            LockSupport.parkNanos(1_000_000);
        }
        requireAllCommitted();
    }

    private RequestColumns requests() {
        long millis = System.currentTimeMillis();
        RequestColumns requests = new RequestColumns(batch, keyEach ? batch : RunLengthKeys.runsMax(batch));
        TransactionKey key = BenchBank.key(random, millis);
        for (int i = 0; i < batch; i++) {
            Transaction asked = workload.next();
            requests.addContent(
                    asked.type().code(), asked.teller(), asked.account(), asked.target(), asked.amountMinor());
            if (keyEach) {
                requests.keys.add(key.client(), key.high(), key.low());
                key = BenchBank.key(random, millis);
            }
        }
        if (!keyEach) {
            requests.keys.add(key.client(), key.high(), key.low(), batch);
        }
        return requests;
    }

    private void send(java.util.function.Consumer<BatchSubmission> whenAnswered) {
        submit(new BatchSubmission(requests(), submission -> {
            answered(submission);
            whenAnswered.accept(submission);
        }));
    }

    private void submit(BatchSubmission submission) {
        while (!engine.submit(submission)) {
            Thread.onSpinWait();
        }
    }

    private void answered(BatchSubmission submission) {
        for (int i = 0; i < batch; i++) {
            failed |= submission.outcome[i] != Outcome.COMMITTED;
        }
        answered.incrementAndGet();
    }

    /**
     * Checks a load that is not to end yet.
     *
     * @param sender of {@link #openLoop}
     * @throws IllegalStateException if it has ended, or a transaction that is answered was not committed
     */
    void requireSending(Future<?> sender) {
        requireAllCommitted();
        if (sender.isDone()) {
            try {
                sender.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException("the load ended early", e);
            }
            throw new IllegalStateException("the load ended early");
        }
    }

    /** @throws IllegalStateException if a transaction that is answered was not committed */
    void requireAllCommitted() {
        if (failed) {
            Throwable stopped = engine.stoppedBy();
            throw new IllegalStateException(
                    "a DebitCredit was not committed"
                            + (stopped == null ? "" : ": the engine was stopped by " + stopped),
                    stopped);
        }
    }
}
