package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.transaction.TransactionBatch;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The journal alone: one batch, encoded, checksummed and appended to a Chronicle journal on a real file system, with
 * and without its fdatasync. Each iteration has a journal of its own. Without force, the zeros that a helper thread
 * writes and forces ahead still bound the speed by the disk's.
 */
@State(Scope.Benchmark)
public class JournalBenchmark extends BankBenchmark {

    private static final int BRANCHES = 10;

    /** Directory of the journal, on the medium to be measured. */
    @Param("target/bench")
    public String directory = "";

    @Param({"1", "10", "100", "1000", "8192"})
    public int batchSize;

    private ScratchJournal journal;
    private JournalWriter writer;
    private TransactionBatch batch;

    @Setup(Level.Iteration)
    public void open() throws IOException {
        BankIdentity identity = BenchBank.identity(BRANCHES);
        batch = BenchBank.decidedBatch(BRANCHES, batchSize);
        journal = new ScratchJournal(Path.of(directory), identity, StorageMedium.CHRONICLE, Durability.FORCED);
        writer = journal.writer();
    }

    @TearDown(Level.Iteration)
    public void close() throws IOException {
        journal.close();
    }

    @Benchmark
    public long append(TransactionCounter counter) throws IOException {
        counter.transactions += batchSize;
        BenchBank.renew(batch, writer.position());
        writer.append(batch);
        return writer.position();
    }

    @Benchmark
    public long appendAndForce(TransactionCounter counter) throws IOException {
        long position = append(counter);
        writer.force();
        return position;
    }
}
