package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.Clocks;
import org.debitcredit.engine.BankClock;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.engine.KeyHash;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.event.BankEvent;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.workload.DebitCreditWorkload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/**
 * Group commit beside the article's baseline, with the same ledger (arrays), the same documents and the same
 * durability: every answer comes after a force of its own record ({@link Durability#FORCED}), or none waits for the
 * disk on either side ({@link Durability#UNFORCED}). The baseline's log is as in the article ({@link
 * StorageMedium#WRITE}) or the one of group commit ({@link StorageMedium#CHRONICLE}). One operation is one transaction;
 * no network, so a request and its answer, which cost the article's baseline a system call each, cost nothing here.
 *
 * <pre>
 *   groupCommit   N connections on one event loop ──▶ ring ──▶ one writer: a log write and a force per group
 *   mutexN        N connections, a thread each ──▶ mutex: a log write per request ──▶ a force per request
 * </pre>
 *
 * Group commit also remembers keys, which the baseline does not.
 */
public class GroupCommitVersusMutexBenchmark extends BankBenchmark {

    private static final int BRANCHES = 10;

    /** The running bank with group commit. */
    @State(Scope.Benchmark)
    public static class GroupCommit {

        /** Directory of the journal, on the medium to be measured. */
        @Param("target/bench")
        public String directory = "";

        @Param
        public Durability durability = Durability.FORCED;

        @Param({"1", "8", "32", "128"})
        public int connections;

        private ScratchJournal journal;
        private TransactionEngine engine;
        private ClosedLoop loop;

        @Setup(Level.Iteration)
        public void open() throws IOException {
            BankIdentity identity = BenchBank.identity(BRANCHES);
            journal = new ScratchJournal(Path.of(directory), identity, StorageMedium.CHRONICLE, durability);
            engine = new TransactionEngine(
                    new MemoryLedger(identity),
                    journal.writer(),
                    new IdempotencyWindow(
                            BankSettings.KEY_WINDOW_DEFAULT,
                            BankSettings.KEY_AHEAD_MAX_DEFAULT.toMillis(),
                            KeyHash.of(UUID::randomUUID)),
                    new BankClock(Clocks.SYSTEM, 0),
                    BankEvent.IGNORE,
                    TransactionEngine.Settings.DEFAULT);
            engine.start();
            loop = new ClosedLoop(engine, BenchBank.workload(BRANCHES), connections);
        }

        @TearDown(Level.Iteration)
        public void close() throws IOException {
            loop.drain();
            engine.close();
            journal.close();
        }
    }

    /** The running baseline. */
    @State(Scope.Benchmark)
    public static class Mutex {

        /** Directory of the journal, on the medium to be measured. */
        @Param("target/bench")
        public String directory = "";

        @Param
        public Durability durability = Durability.FORCED;

        @Param
        public StorageMedium log = StorageMedium.WRITE;

        private ScratchJournal journal;
        private MutexBank bank;

        @Setup(Level.Iteration)
        public void open() throws IOException {
            BankIdentity identity = BenchBank.identity(BRANCHES);
            journal = new ScratchJournal(Path.of(directory), identity, log, durability);
            bank = new MutexBank(new MemoryLedger(identity), journal.writer());
        }

        @TearDown(Level.Iteration)
        public void close() throws IOException {
            journal.close();
        }
    }

    /** One connection of the baseline, with the requests of its thread. */
    @State(Scope.Thread)
    public static class Connection {

        private static final DebitCreditWorkload ALL = BenchBank.workload(BRANCHES);

        private DebitCreditWorkload workload;
        private SplittableRandom keys;

        @Setup(Level.Trial)
        public void open() {
            synchronized (ALL) {
                workload = ALL.split();
                keys = new SplittableRandom(ALL.amount());
            }
        }

        long executeOn(Mutex mutex) throws IOException {
            return mutex.bank.execute(workload.next(), BenchBank.key(keys, System.currentTimeMillis()));
        }
    }

    @Benchmark
    @Threads(1)
    public void groupCommit(GroupCommit bank) {
        bank.loop.next();
    }

    @Benchmark
    @Threads(1)
    public long mutex1(Mutex mutex, Connection connection) throws IOException {
        return connection.executeOn(mutex);
    }

    @Benchmark
    @Threads(8)
    public long mutex8(Mutex mutex, Connection connection) throws IOException {
        return connection.executeOn(mutex);
    }

    @Benchmark
    @Threads(32)
    public long mutex32(Mutex mutex, Connection connection) throws IOException {
        return connection.executeOn(mutex);
    }

    @Benchmark
    @Threads(128)
    public long mutex128(Mutex mutex, Connection connection) throws IOException {
        return connection.executeOn(mutex);
    }
}
