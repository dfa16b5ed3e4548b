package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.debitcredit.bank.Preset;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.BankObserver;
import org.debitcredit.recovery.BankSettings;
import org.debitcredit.recovery.JournalKind;
import org.debitcredit.recovery.JournalSettings;
import org.debitcredit.recovery.Progress;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.recovery.SnapshotSettings;
import org.debitcredit.snapshot.Snapshot;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What a checkpoint costs those who wait: the same open-loop load on two banks in turn, one that takes snapshots all the
 * time and one that takes none. Gray &amp; Levine's run (2005, Figure 2C) dropped out for 20 to 30 seconds at each.
 */
@Command(
        name = "CheckpointRun",
        mixinStandardHelpOptions = true,
        description = "Measures latency from the intended send time with snapshots running and without, in turn.")
public final class CheckpointRun implements Callable<Integer> {

    @Option(names = "--rounds", paramLabel = "N", description = "Turns of each (${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(names = "--seconds", paramLabel = "N", description = "Of a turn (${DEFAULT-VALUE}).")
    private int seconds = 15;

    @Option(names = "--warmup", paramLabel = "N", description = "Seconds at full load before (${DEFAULT-VALUE}).")
    private int warmup = 15;

    @Option(
            names = "--snapshot-seconds",
            paramLabel = "N",
            description = "From one snapshot to the next (${DEFAULT-VALUE}).")
    private int snapshotSeconds = 10;

    @Option(names = "--branches", paramLabel = "N", description = "Size of the bank, tpca (${DEFAULT-VALUE}).")
    private int branches = 100;

    @Option(names = "--batch", paramLabel = "N", description = "Transactions of a submission (${DEFAULT-VALUE}).")
    private int batch = 1_000;

    @Option(names = "--journal", paramLabel = "KIND", description = "chronicle or file (${DEFAULT-VALUE}).")
    private String journal = "chronicle";

    @Option(names = "--directory", paramLabel = "DIR", description = "Where the banks are made (${DEFAULT-VALUE}).")
    private Path directory = Path.of("target", "bench");

    private final AtomicInteger snapshots = new AtomicInteger();

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new CheckpointRun()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        double peak;
        try (ScratchDirectory scratch = new ScratchDirectory(directory);
                RunningBank bank = open(scratch.path(), Duration.ofHours(1))) {
            BatchLoad load = new BatchLoad(bank.engine(), bank.settings().scale(), batch);
            load.closedLoop(16, warmup);
            peak = load.closedLoop(16, seconds);
        }
        double rate = peak / 2;
        System.out.printf(
                Locale.ROOT,
                "journal %s, %,d accounts, submissions of %,d; peak %,.0f a second (16 in flight), load %,.0f%n",
                journal,
                (long) branches * Preset.TPCA.scale(1).accountsPerBranch(),
                batch,
                peak,
                rate);
        Duration replayMax = Duration.ofNanos((long) (2e9 * rate * snapshotSeconds / redoPerSecond()));
        List<Double> ratios = new ArrayList<>();
        try (ScratchDirectory scratchWithout = new ScratchDirectory(directory);
                ScratchDirectory scratchWith = new ScratchDirectory(directory);
                RunningBank without = open(scratchWithout.path(), Duration.ofHours(1));
                RunningBank with = open(scratchWith.path(), replayMax)) {
            BatchLoad plain = new BatchLoad(without.engine(), without.settings().scale(), batch);
            BatchLoad checkpointed =
                    new BatchLoad(with.engine(), with.settings().scale(), batch);
            plain.openLoop(rate, warmup);
            checkpointed.openLoop(rate, warmup);
            for (int round = 1; round <= rounds; round++) {
                int before = snapshots.get();
                Histogram off = plain.openLoop(rate, seconds);
                Histogram on = checkpointed.openLoop(rate, seconds);
                double ratio = (double) on.getValueAtPercentile(99.9) / off.getValueAtPercentile(99.9);
                ratios.add(ratio);
                System.out.printf(
                        Locale.ROOT,
                        "round %d: without %s | with %s (%d snapshots) | p99.9 ratio %.2f%n",
                        round,
                        text(off),
                        text(on),
                        snapshots.get() - before,
                        ratio);
            }
        }
        double[] sorted = ratios.stream().mapToDouble(r -> r).sorted().toArray();
        System.out.printf(Locale.ROOT, "p99.9 with snapshots / without: median %.2f%n", sorted[sorted.length / 2]);
        return CommandLine.ExitCode.OK;
    }

    private static long redoPerSecond() {
        try (MemoryLedger ledger = new MemoryLedger(BenchBank.identity(1))) {
            return ledger.redoPerSecond();
        }
    }

    private RunningBank open(Path data, Duration replayMax) throws IOException {
        BankSettings settings = BankSettings.of(data, Preset.TPCA.scale(branches), BenchBank.CURRENCY)
                .with(JournalSettings.of(JournalKind.parse(journal)))
                .with(new SnapshotSettings(replayMax, Duration.ZERO));
        BankObserver observer = new BankObserver() {
            @Override
            public void snapshotPublished(Snapshot snapshot) {
                snapshots.incrementAndGet();
            }

            @Override
            public void snapshotFailed(Throwable cause) {
                cause.printStackTrace();
            }
        };
        return RunningBank.open(settings, (identity, progress) -> new MemoryLedger(identity), observer, Progress.NONE);
    }

    private static String text(Histogram micros) {
        return String.format(
                Locale.ROOT,
                "p50 %,d p99 %,d p99.9 %,d max %,d us",
                micros.getValueAtPercentile(50),
                micros.getValueAtPercentile(99),
                micros.getValueAtPercentile(99.9),
                micros.getMaxValue());
    }
}
