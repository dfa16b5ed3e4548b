package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;

/**
 * A new running bank: the engine on H2 in memory and a Chronicle journal in a scratch directory, with a number of
 * single transactions in flight, each with its own key, each answered after its fdatasync.
 */
final class EngineOnH2 implements Contender {

    private final ScratchDirectory scratch;
    private final WriterTimes times = new WriterTimes();
    private final RunningBank bank;
    private final ClosedLoop loop;

    EngineOnH2(Path directory, int branches, int inFlight) throws IOException {
        scratch = new ScratchDirectory(directory);
        bank = RunningBank.open(
                BankSettings.of(scratch.path(), BenchBank.PRESET.scale(branches), BenchBank.CURRENCY)
                        .founding(true),
                (identity, progress) -> new TimedLedger(SqlLedger.openH2InMemory(identity, (done, total) -> {}), times),
                times,
                (what, done, total) -> {});
        loop = new ClosedLoop(bank.engine(), BenchBank.workload(branches), inFlight);
    }

    /** Sends one transaction as soon as one more may be in flight. */
    void next() {
        loop.next();
    }

    @Override
    public Figures runFor(Duration duration) {
        Figures before = soFar();
        long start = System.nanoTime();
        while (System.nanoTime() - start < duration.toNanos()) {
            loop.next();
        }
        loop.drain();
        return soFar().since(before);
    }

    /** To be called only when nothing is in flight, so that the writer's counts do not change. */
    private Figures soFar() {
        return new Figures(
                loop.answered(),
                System.nanoTime(),
                Figures.cpuNanosNow(),
                times.forces,
                times.executeNanos,
                times.forceNanos,
                times.commitNanos);
    }

    @Override
    public boolean holds() {
        CompletableFuture<Totals> sums = new CompletableFuture<>();
        bank.engine().submit(new Inquiry.Sums(answer -> sums.complete(answer.totals())));
        Totals totals = sums.join();
        return totals.hold() && totals.historyRows() == loop.answered();
    }

    @Override
    public void close() throws IOException {
        try (scratch;
                bank) {
            loop.drain();
        }
    }
}
