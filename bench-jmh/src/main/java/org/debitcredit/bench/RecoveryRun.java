package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.BankFounding;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.workload.DebitCreditWorkload;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how long a bank on the memory ledger takes to recover: the whole journal replayed, every checksum and link
 * checked and every key of the window remembered; then from a snapshot. The files are warm, in the page cache.
 */
@Command(
        name = "RecoveryRun",
        mixinStandardHelpOptions = true,
        description = "Write a journal of the given size, then open the bank repeatedly.")
public final class RecoveryRun implements Callable<Integer> {

    @Option(
            names = "--transactions",
            paramLabel = "N",
            description = "Number of transactions in the journal " + "(default: ${DEFAULT-VALUE}).")
    private int transactions = 10_000_000;

    @Option(
            names = "--branches",
            paramLabel = "N",
            description = "Number of branches, preset tpca (default: ${DEFAULT-VALUE}).")
    private int branches = 100;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Transactions in a document (default: ${DEFAULT-VALUE}).")
    private int batch = 1_000;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Number of openings of each kind (default: ${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description = "Kind of the journal: chronicle or file " + "(default: ${DEFAULT-VALUE}).")
    private String journal = "chronicle";

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Directory in which the bank is created " + "(default: ${DEFAULT-VALUE}).")
    private Path directory = Path.of("target", "bench");

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new RecoveryRun()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        try (ScratchDirectory scratch = new ScratchDirectory(directory)) {
            BankSettings settings = BankSettings.of(scratch.path(), Preset.TPCA.scale(branches), BenchBank.CURRENCY)
                    .with(JournalSettings.of(JournalKind.parse(journal)));
            write(settings);
            System.out.printf(
                    "%,d transactions, %,d accounts, journal %s, documents of %,d%n",
                    transactions, settings.scale().accounts(), journal, batch);
            report("replay", settings, transactions);
            snapshot(settings);
            report("from the snapshot", settings, 0);
        }
        return CommandLine.ExitCode.OK;
    }

    /** Writes the journal as the engine would, but forces it only once. */
    private void write(BankSettings settings) throws IOException {
        BankScale scale = settings.scale();
        BankIdentity identity = BankFounding.found(settings, null, Progress.NONE);
        DebitCreditWorkload workload = new DebitCreditWorkload(scale, Preset.TPCA, BenchBank.SEED);
        SplittableRandom keys = new SplittableRandom(BenchBank.SEED);
        long millis = settings.clocks().wallMicros().getAsLong() / 1_000;
        try (BankFiles files = BankFolders.open(settings, BankEvent.IGNORE);
                MemoryLedger ledger = new MemoryLedger(identity)) {
            JournalWriter writer = JournalWriter.begin(
                    files.journal(),
                    identity,
                    JournalReader.read(files.journal(), (read, logPosition) -> {}),
                    new JournalWriter.Settings(
                            settings.ids(), settings.journal().epochBytes(), batch),
                    millis * 1_000);
            TransactionBatch group = new TransactionBatch(batch);
            for (int written = 0; written < transactions; written += batch) {
                group.begin(written + 1L, millis * 1_000);
                for (int row = 0; row < batch; row++) {
                    group.requests.add(workload.next(), BenchBank.key(keys, millis));
                }
                ledger.execute(group);
                writer.append(group);
                LogPosition logPosition = writer.logPosition();
                ledger.commit(logPosition);
                if (writer.isEpochFull()) {
                    writer.force();
                    writer.beginNextEpoch();
                }
            }
            writer.force();
            writer.end();
        }
    }

    private void report(String what, BankSettings settings, long replayed) throws IOException {
        List<Double> seconds = new ArrayList<>();
        for (int round = 0; round < rounds + 2; round++) {
            System.gc();
            long start = System.nanoTime();
            RunningBank bank = recover(settings);
            double took = (System.nanoTime() - start) / 1e9;
            if (bank.recovered().position() != transactions) {
                throw new IllegalStateException("recovered " + bank.recovered());
            }
            bank.close();
            // The first two warm the code up.
            if (round >= 2) {
                seconds.add(took);
            }
        }
        double[] sorted = seconds.stream().mapToDouble(s -> s).sorted().toArray();
        double median = sorted[sorted.length / 2];
        System.out.printf(
                Locale.ROOT,
                "%s: median %.3f s of %s%s%n",
                what,
                median,
                Arrays.toString(sorted),
                replayed == 0 ? "" : String.format(Locale.ROOT, " = %.1f million a second", replayed / median / 1e6));
    }

    private static RunningBank recover(BankSettings settings) throws IOException {
        return RunningBank.recover(
                BankFolders.open(settings, BankEvent.IGNORE),
                settings,
                (identity, progress) -> new MemoryLedger(identity),
                BankEvent.IGNORE,
                Progress.NONE);
    }

    private static void snapshot(BankSettings settings) throws IOException {
        try (RunningBank bank = recover(settings)) {
            bank.start();
            bank.snapshotter().request().join();
        }
    }
}
