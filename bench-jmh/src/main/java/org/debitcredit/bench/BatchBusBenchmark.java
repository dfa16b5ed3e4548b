package org.debitcredit.bench;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.debitcredit.workload.DebitCreditWorkload;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Sends one batch and waits for its answer: memory ledger, file journal, each batch answered after its fdatasync, one
 * in flight. One operation is one batch. {@code hotPathBytes} is what the submitter's and the writer's threads allocate
 * per batch, of which JMH shows the sum of the iterations at the end; {@code -prof gc} also counts background work: the
 * creation of segments and the writing of snapshots.
 */
@State(Scope.Benchmark)
public class BatchBusBenchmark extends BankBenchmark {

    @Param("target/bench")
    public String directory = "";

    @Param("1000")
    public int batch;

    @Param("100")
    public int branches;

    private ScratchDirectory scratch;
    private RunningBank bank;
    private DebitCreditWorkload workload;
    private SplittableRandom random;
    private BatchSubmission submission;
    private volatile @Nullable Thread waiting;
    private volatile boolean answered;

    @Setup(Level.Trial)
    public void open() throws IOException {
        scratch = new ScratchDirectory(Path.of(directory));
        BankSettings settings = BankSettings.of(scratch.path(), Preset.TPCA.scale(branches), BenchBank.CURRENCY)
                .with(JournalSettings.of(JournalKind.FILE))
                .founding(true);
        bank = RunningBank.open(
                settings, (identity, progress) -> new MemoryLedger(identity), BankEvent.IGNORE, Progress.NONE);
        workload = new DebitCreditWorkload(settings.scale(), Preset.TPCA, BenchBank.SEED);
        random = new SplittableRandom(BenchBank.SEED);
        RequestColumns requests = new RequestColumns(batch, RunLengthKeys.runsMax(batch));
        for (int i = 0; i < batch; i++) {
            requests.addContent(TransactionType.DEBIT_CREDIT.code(), 0, 0, Transaction.NO_TARGET, 0);
        }
        submission = new BatchSubmission(requests, this::home);
    }

    private void home(BatchSubmission done) {
        answered = true;
        LockSupport.unpark(waiting);
    }

    /** Bytes that the threads of the hot path allocate. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Garbage {

        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private long[] hotPath = {};
        private long bytesBefore;
        private long batches;
        private double bytesPerBatch;

        @Setup(Level.Iteration)
        public void begin() {
            hotPath = Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                    .filter(thread -> thread != null && thread.getThreadName().equals("bank-writer"))
                    .mapToLong(ThreadInfo::getThreadId)
                    .toArray();
            batches = 0;
            bytesBefore = bytes();
        }

        private long bytes() {
            return threads.getCurrentThreadAllocatedBytes()
                    + LongStream.of(threads.getThreadAllocatedBytes(hotPath)).sum();
        }

        /** To be called before the bank is closed and its writer has ended. */
        @TearDown(Level.Iteration)
        public void end() {
            bytesPerBatch = (double) (bytes() - bytesBefore) / Math.max(1, batches);
        }

        public double hotPathBytes() {
            return bytesPerBatch;
        }
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        bank.close();
        scratch.close();
    }

    @Benchmark
    public long debitCredits(TransactionCounter counter, Garbage garbage) {
        RequestColumns requests = submission.requests;
        workload.fill(requests);
        requests.keys.clear();
        long keyHigh = TransactionKey.highV7(System.currentTimeMillis(), random.nextLong());
        long keyLow = TransactionKey.lowV7(random.nextLong()) & -TransactionEngine.SUBMISSION_MAX;
        requests.keys.add(0, keyHigh, keyLow, batch);
        waiting = Thread.currentThread();
        answered = false;
        while (!bank.engine().submit(submission)) {
            Thread.onSpinWait();
        }
        while (!answered) {
            LockSupport.park(this);
        }
        if (submission.outcome[batch - 1] != Outcome.COMMITTED) {
            throw new IllegalStateException("the last DebitCredit was answered " + submission.outcome(batch - 1));
        }
        counter.transactions += batch;
        garbage.batches++;
        return submission.position[0];
    }
}
