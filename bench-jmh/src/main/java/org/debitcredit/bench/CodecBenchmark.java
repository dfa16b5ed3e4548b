package org.debitcredit.bench;

import java.util.UUID;
import org.debitcredit.journal.DocumentCodec;
import org.debitcredit.transaction.TransactionBatch;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A batch document in memory: encoded and sealed with its checksum; checked and decoded. No disk. */
@State(Scope.Benchmark)
public class CodecBenchmark extends BankBenchmark {

    private static final int BRANCHES = 10;

    @Param({"1", "100", "8192"})
    public int batchSize;

    private TransactionBatch batch;
    private DocumentCodec codec;
    private TransactionBatch decoded;

    @Setup(Level.Trial)
    public void fill() {
        batch = BenchBank.decidedBatch(BRANCHES, batchSize);
        codec = new DocumentCodec(UUID.randomUUID(), UUID.randomUUID(), batchSize);
        decoded = new TransactionBatch(batchSize);
        codec.encode(batch);
    }

    @Benchmark
    public int encode(TransactionCounter counter) {
        counter.transactions += batchSize;
        return codec.encode(batch);
    }

    @Benchmark
    public TransactionBatch decode(TransactionCounter counter) {
        counter.transactions += batchSize;
        return codec.decode(decoded);
    }
}
