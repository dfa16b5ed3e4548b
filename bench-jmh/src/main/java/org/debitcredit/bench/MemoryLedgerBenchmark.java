package org.debitcredit.bench;

import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The memory ledger alone: a batch executed and committed, no journal. */
@State(Scope.Benchmark)
public class MemoryLedgerBenchmark extends BankBenchmark {

    /** Batches are rotated, so that the rows are not always the same few. */
    private static final int BATCHES = 16;

    @Param({"1", "100", "1000", "8192"})
    public int batchSize;

    @Param("100")
    public int branches;

    private MemoryLedger ledger;
    private BankIdentity identity;
    private TransactionBatch[] batches;
    private UUID epoch;
    private int next;

    @Setup(Level.Trial)
    public void open() {
        identity = BenchBank.identity(branches);
        ledger = new MemoryLedger(identity);
        epoch = UUID.randomUUID();
        batches = BenchBank.batches(branches, batchSize, BATCHES);
    }

    @TearDown(Level.Trial)
    public void close() {
        ledger.close();
    }

    @Benchmark
    public LogPosition executeAndCommit(TransactionCounter counter) {
        TransactionBatch batch = batches[next++ % BATCHES];
        BenchBank.renew(batch, ledger.logPosition().position());
        ledger.execute(batch);
        LogPosition logPosition = new LogPosition(identity.id(), epoch, batch.lastPosition(), 0);
        ledger.commit(logPosition);
        counter.transactions += batchSize;
        return logPosition;
    }
}
