package org.debitcredit.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** An open-loop load for a long time, slice by slice: one JSON object for each as a line of stdout. */
@Command(
        name = "SoakRun",
        mixinStandardHelpOptions = true,
        description = "Load a bank for a long time at a fraction of its peak, beside bare forces of the same disk.")
public final class SoakRun implements Callable<Integer> {

    private static final int IN_FLIGHT = 16;
    private static final long CHECK_NANOS = 1_000_000_000L;

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description = "Kind of the journal: chronicle or file " + "(default: ${DEFAULT-VALUE}).")
    private String journal = "file";

    @Option(
            names = "--branches",
            paramLabel = "N",
            description = "Number of branches, each with 100,000 accounts " + "(default: ${DEFAULT-VALUE}).")
    private int branches = 100;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Transactions in a submission (default: ${DEFAULT-VALUE}).")
    private int batch = 1_000;

    @Option(
            names = "--percent",
            paramLabel = "N",
            description = "Load in per cent of the peak (default: ${DEFAULT-VALUE}).")
    private int percent = 80;

    @Option(
            names = "--peak-seconds",
            paramLabel = "N",
            description = "Seconds for finding the peak " + "(default: ${DEFAULT-VALUE}).")
    private int peakSeconds = 20;

    @Option(names = "--slices", paramLabel = "N", description = "Number of slices (default: ${DEFAULT-VALUE}).")
    private int slices = 15;

    @Option(
            names = "--slice-seconds",
            paramLabel = "N",
            description = "Length of each slice in seconds " + "(default: ${DEFAULT-VALUE}).")
    private int sliceSeconds = 60;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Directory in which the bank is created " + "(default: ${DEFAULT-VALUE}).")
    private Path directory = Path.of("target", "bench");

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SoakRun()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        BankScale scale = Preset.TPCA.scale(branches);
        try (ScratchDirectory scratch = new ScratchDirectory(directory)) {
            Path data = scratch.path().resolve("bank");
            BankSettings settings = BankSettings.of(data, scale, BenchBank.CURRENCY)
                    .with(JournalSettings.of(JournalKind.parse(journal)))
                    .with(new SnapshotSettings(Duration.ofSeconds(4), Duration.ZERO))
                    .founding(true);
            try (RunningBank bank = RunningBank.open(
                            settings,
                            (identity, progress) -> new MemoryLedger(identity),
                            BankEvent.IGNORE,
                            Progress.NONE);
                    ForceProbe probe = new ForceProbe(scratch.path().resolve("probe"))) {
                soak(new BatchLoad(bank.engine(), scale, batch, false), probe, data);
            }
        }
        return CommandLine.ExitCode.OK;
    }

    private void soak(BatchLoad load, ForceProbe probe, Path data) throws InterruptedException, ExecutionException {
        load.closedLoop(IN_FLIGHT, peakSeconds);
        double rate = load.closedLoop(IN_FLIGHT, peakSeconds) * percent / 100;
        AtomicBoolean stop = new AtomicBoolean();
        probe.takeLongestMicros();
        FutureTask<Void> sender = new FutureTask<>(() -> load.openLoop(rate, stop::get), null);
        new Thread(sender, "sender").start();
        double begun = uptimeSeconds();
        long end = System.nanoTime();
        for (int slice = 1; slice <= slices; slice++) {
            end += sliceSeconds * 1_000_000_000L;
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                load.requireSending(sender);
                LockSupport.parkNanos(Math.min(left, CHECK_NANOS));
            }
            double ended = uptimeSeconds();
            Histogram micros = load.nextSlice(() -> load.requireSending(sender));
            load.requireSending(sender);
            System.out.println(JsonMapper.shared()
                    .createObjectNode()
                    .put("slice", slice)
                    .put("fromSeconds", begun)
                    .put("toSeconds", ended)
                    .put("rate", rate)
                    .put("tps", micros.getTotalCount() * (double) batch / (ended - begun))
                    .put("p50Micros", micros.getValueAtPercentile(50))
                    .put("p99Micros", micros.getValueAtPercentile(99))
                    .put("maxMicros", micros.getMaxValue())
                    .put("bareForceMaxMicros", probe.takeLongestMicros())
                    .put("diskBytes", bytes(data)));
            begun = ended;
        }
        stop.set(true);
        sender.get();
    }

    /** Seconds since the JVM started, which is the time that its logs show. */
    private static double uptimeSeconds() {
        return ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
    }

    /** Bytes of all files; a file that is removed meanwhile does not count. */
    private static long bytes(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            long sum = 0;
            for (Path file : (Iterable<Path>) files::iterator) {
                sum += size(file);
            }
            return sum;
        } catch (UncheckedIOException e) {
            return bytes(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (NoSuchFileException e) {
            return 0;
        }
    }
}
