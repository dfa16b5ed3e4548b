package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.debitcredit.bank.Preset;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how much a checkpoint delays requests: an open-loop load runs continuously, alternately with and without
 * snapshots. Gray &amp; Levine's run (2005, Figure 2C) stopped for 20 to 30 seconds at each checkpoint.
 */
@Command(
        name = "CheckpointRun",
        mixinStandardHelpOptions = true,
        description = "Measure latency from the intended send time, alternately with and without snapshots.")
public final class CheckpointRun implements Callable<Integer> {

    /** Number of rounds that are not measured; after them the journal reuses its segments. */
    private static final int WARM_UP_ROUNDS = 3;

    private static final long SNAPSHOTTER_IDLE_NANOS = 10_000_000;

    private volatile boolean published;
    /** Of a snapshot, which the bank would take again; here it is no figure. */
    private volatile @Nullable Throwable failed;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds of each side (default: ${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Length of a snapshot, and of each turn without one (default: ${DEFAULT-VALUE}).")
    private int seconds = 15;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "Seconds at full load before measuring " + "(default: ${DEFAULT-VALUE}).")
    private int warmup = 15;

    @Option(
            names = "--branches",
            paramLabel = "N",
            description = "Number of branches, preset tpca (default: ${DEFAULT-VALUE}).")
    private int branches = 100;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Transactions in a submission (default: ${DEFAULT-VALUE}).")
    private int batch = 1_000;

    @Option(
            names = "--batch-keys",
            description = "Use one key for each submission instead of one for each transaction, which allows three "
                    + "times the load.")
    private boolean batchKeys;

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description = "Kind of the journal: chronicle or file " + "(default: ${DEFAULT-VALUE}).")
    private String journal = "chronicle";

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Directory in which the banks are created " + "(default: ${DEFAULT-VALUE}).")
    private Path directory = Path.of("target", "bench");

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new CheckpointRun()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        double rate = peak() / 2;
        System.out.printf(
                Locale.ROOT,
                "journal %s, %,d accounts, submissions of %,d; load %,.0f a second, half of the peak (16 in flight)%n",
                journal,
                Preset.TPCA.scale(branches).accounts(),
                batch,
                rate);
        Duration replayMax = Duration.ofNanos((long) (2e9 * rate * seconds / redoPerSecond()));
        List<Double> ratios = new ArrayList<>();
        try (ScratchDirectory scratch = new ScratchDirectory(directory);
                RunningBank bank = open(scratch.path(), replayMax)) {
            BatchLoad load = new BatchLoad(bank.engine(), bank.settings().scale(), batch, !batchKeys);
            AtomicBoolean done = new AtomicBoolean();
            FutureTask<Void> sender = new FutureTask<>(() -> load.openLoop(rate, done::get), null);
            new Thread(sender, "sender").start();
            Runnable check = () -> load.requireSending(sender);
            for (int round = 1 - WARM_UP_ROUNDS; round <= rounds; round++) {
                load.nextSlice(check);
                idle();
                Histogram without = load.nextSlice(check);
                snapshot(bank, check);
                Histogram with = load.nextSlice(check);
                if (round >= 1) {
                    double ratio = (double) with.getValueAtPercentile(99.9) / without.getValueAtPercentile(99.9);
                    ratios.add(ratio);
                    System.out.printf(
                            Locale.ROOT,
                            "round %d: without %s | with %s | p99.9 ratio %.2f%n",
                            round,
                            text(without),
                            text(with),
                            ratio);
                }
            }
            done.set(true);
            sender.get();
        }
        double[] sorted = ratios.stream().mapToDouble(r -> r).sorted().toArray();
        System.out.printf(Locale.ROOT, "p99.9 with snapshots / without: median %.2f%n", sorted[sorted.length / 2]);
        return CommandLine.ExitCode.OK;
    }

    private double peak() throws IOException {
        try (ScratchDirectory scratch = new ScratchDirectory(directory);
                RunningBank bank = open(scratch.path(), Duration.ofHours(1))) {
            BatchLoad load = new BatchLoad(bank.engine(), bank.settings().scale(), batch, !batchKeys);
            load.closedLoop(16, warmup);
            return load.closedLoop(16, seconds);
        }
    }

    private void idle() {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * One snapshot, from its start to the removal of old files after it, paced by the transactions as in the server.
     */
    private void snapshot(RunningBank bank, Runnable check) {
        published = false;
        while (!published) {
            check.run();
            if (!bank.snapshotter().step()) {
                LockSupport.parkNanos(SNAPSHOTTER_IDLE_NANOS);
            }
            if (failed != null) {
                throw new IllegalStateException("a snapshot failed", failed);
            }
        }
    }

    private static long redoPerSecond() {
        try (MemoryLedger ledger = new MemoryLedger(BenchBank.identity(1))) {
            return ledger.redoPerSecond();
        }
    }

    /** Opens the bank with a running writer; the snapshots are stepped from here. */
    private RunningBank open(Path data, Duration replayMax) throws IOException {
        BankSettings settings = BankSettings.of(data, Preset.TPCA.scale(branches), BenchBank.CURRENCY)
                .with(JournalSettings.of(JournalKind.parse(journal)))
                .with(new SnapshotSettings(replayMax, Duration.ZERO))
                .founding(BankFolders.isEmpty(data));
        Consumer<BankEvent> events = event -> {
            if (event instanceof BankEvent.SnapshotPublished) {
                published = true;
            } else if (event instanceof BankEvent.SnapshotFailed of) {
                failed = of.cause();
            }
        };
        RunningBank bank = RunningBank.recover(
                BankFolders.open(settings, events),
                settings,
                (identity, progress) -> new MemoryLedger(identity),
                events,
                Progress.NONE);
        bank.engine().start();
        return bank;
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
