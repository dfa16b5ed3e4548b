package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.streams.EngineStreams;
import org.debitcredit.streams.StreamResult;
import org.debitcredit.streams.StreamSettings;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.debitcredit.workload.DebitCreditWorkload;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures the engine and its two limits in turn: the ledger's arrays alone, and the journal alone, both at the group
 * size that the engine had. One after the other they could do 1 / (1/a + 1/j) transactions a second on one core.
 */
@Command(
        name = "LimitsRun",
        mixinStandardHelpOptions = true,
        description = "Measure in turn the engine on the memory ledger, the arrays alone and the journal alone.")
public final class LimitsRun implements Callable<Integer> {

    private static final int POOL = 8;
    private static final long LIMIT_NANOS = 2_000_000_000L;
    private static final long WARM_UP_NANOS = 2_000_000_000L;

    /** Number of bytes after which the next epoch begins, and the segments of the earlier one are reused. */
    private static final long EPOCH_BYTES = 256L << 20;

    private static final long SEED = 7;

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

    @Option(names = "--in-flight", paramLabel = "N", description = "Submissions in flight (default: ${DEFAULT-VALUE}).")
    private int inFlight = 16;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Number of rounds, of which the medians are taken " + "(default: ${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Seconds for which the engine is measured " + "(default: ${DEFAULT-VALUE}).")
    private int seconds = 5;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "Warm-up seconds in each round (default: ${DEFAULT-VALUE}).")
    private int warmup = 5;

    @Option(
            names = "--replay-max",
            paramLabel = "SECONDS",
            description = "Longest replay of a start, by which snapshots are taken (default: ${DEFAULT-VALUE}).")
    private int replayMax = 4;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Directory in which the banks are created " + "(default: ${DEFAULT-VALUE}).")
    private Path directory = Path.of("target", "bench");

    @Option(
            names = "--json",
            description = "Print one JSON object for each round as a line of stdout, and nothing " + "else.")
    private boolean json;

    private record Round(StreamResult engine, double arrays, double journal) {
        double limit() {
            return 1 / (1 / arrays + 1 / journal);
        }

        double share() {
            return engine.perSecond() / limit();
        }
    }

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new LimitsRun()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        if (json) {
            for (int round = 0; round <= rounds; round++) {
                Round now = round();
                if (round > 0) {
                    System.out.println(json(now));
                }
            }
            return CommandLine.ExitCode.OK;
        }
        System.out.printf(
                Locale.ROOT,
                "journal %s, %,d accounts, %,d submissions of %,d in flight, every answer after its force%n",
                journal,
                scale().accounts(),
                inFlight,
                batch);
        System.out.println(
                "| round | engine, tps | p50 | p99 | per force | arrays alone | journal alone | serial limit | of it "
                        + "|");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        List<Round> measured = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            Round now = round();
            if (round > 0) {
                measured.add(now);
                print(Integer.toString(round), now);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| **median** | **%,.0f** | | | %,.0f | %,.0f | %,.0f | %,.0f | **%.2f** |%n",
                median(measured, round -> round.engine.perSecond()),
                median(measured, round -> round.engine.transactionsPerForce()),
                median(measured, Round::arrays),
                median(measured, Round::journal),
                median(measured, Round::limit),
                median(measured, Round::share));
        return CommandLine.ExitCode.OK;
    }

    private static String json(Round round) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("tps", round.engine.perSecond())
                .put("p50Micros", round.engine.micros().getValueAtPercentile(50))
                .put("p99Micros", round.engine.micros().getValueAtPercentile(99))
                .put("transactionsPerForce", round.engine.transactionsPerForce())
                .put("arrays", round.arrays)
                .put("journal", round.journal)
                .put("limit", round.limit())
                .put("share", round.share())
                .toString();
    }

    private static void print(String name, Round round) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %,.0f | %,d us | %,d us | %,.0f | %,.0f | %,.0f | %,.0f | %.2f |%n",
                name,
                round.engine.perSecond(),
                round.engine.micros().getValueAtPercentile(50),
                round.engine.micros().getValueAtPercentile(99),
                round.engine.transactionsPerForce(),
                round.arrays,
                round.journal,
                round.limit(),
                round.share());
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> value) {
        double[] sorted = rounds.stream().mapToDouble(value).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private BankScale scale() {
        return Preset.TPCA.scale(branches);
    }

    private Round round() throws IOException {
        StreamResult engine;
        try (ScratchDirectory scratch = new ScratchDirectory(directory)) {
            BankSettings settings = BankSettings.of(scratch.path(), scale(), BenchBank.CURRENCY)
                    .with(JournalSettings.of(JournalKind.parse(journal)))
                    .with(new SnapshotSettings(Duration.ofSeconds(replayMax), Duration.ZERO))
                    .founding(true);
            StreamSettings streams = new StreamSettings(
                    1,
                    batch,
                    inFlight,
                    0,
                    Duration.ZERO,
                    Duration.ofSeconds(warmup),
                    Duration.ofSeconds(seconds),
                    SEED);
            EngineStreams.Outcome outcome = EngineStreams.run(
                    settings,
                    Preset.TPCA,
                    (identity, progress) -> new MemoryLedger(identity),
                    streams,
                    second -> {},
                    Progress.NONE);
            if (!outcome.totals().hold()) {
                throw new IllegalStateException("the sums differ: " + outcome.totals());
            }
            engine = outcome.result();
        }
        int group = Math.max(1, (int) engine.transactionsPerForce());
        return new Round(engine, arrays(group), journal(group));
    }

    private double arrays(int group) {
        BankIdentity identity = new BankIdentity(UUID.randomUUID(), scale(), BenchBank.CURRENCY);
        TransactionBatch[] pool = pool(group);
        try (MemoryLedger ledger = new MemoryLedger(identity)) {
            UUID epoch = UUID.randomUUID();
            long done = 0;
            long begun = System.nanoTime();
            long now = begun;
            for (int turn = 0; now - begun < LIMIT_NANOS; turn++) {
                TransactionBatch next = pool[turn % POOL];
                next.place(ledger.logPosition().position() + 1, 1);
                ledger.execute(next);
                ledger.commit(new LogPosition(identity.id(), epoch, next.lastPosition(), 0));
                done += group;
                now = System.nanoTime();
            }
            return done * 1e9 / (now - begun);
        }
    }

    /** Transactions a second of the journal alone. It recycles its segments or writes zeros ahead, as in the engine. */
    private double journal(int group) throws IOException {
        TransactionBatch[] pool = pool(group);
        for (TransactionBatch decided : pool) {
            for (int row = 0; row < group; row++) {
                decided.commit(row, row, 0, 3L * row, 5L * row);
            }
        }
        BankIdentity identity = new BankIdentity(UUID.randomUUID(), scale(), BenchBank.CURRENCY);
        StorageMedium medium = journal.equals("file") ? StorageMedium.SEGMENTS : StorageMedium.CHRONICLE;
        try (ScratchJournal scratch = new ScratchJournal(directory, identity, medium, Durability.FORCED, EPOCH_BYTES)) {
            write(scratch, pool, WARM_UP_NANOS);
            return write(scratch, pool, LIMIT_NANOS);
        }
    }

    /** Transactions a second. */
    private static double write(ScratchJournal scratch, TransactionBatch[] pool, long nanos) throws IOException {
        JournalWriter writer = scratch.writer();
        long first = writer.logPosition().position();
        long begun = System.nanoTime();
        long now = begun;
        for (int turn = 0; now - begun < nanos; turn++) {
            TransactionBatch next = pool[turn % POOL];
            next.place(writer.logPosition().position() + 1, 1);
            writer.append(next);
            writer.force();
            if (writer.isEpochFull()) {
                writer.beginNextEpoch();
                scratch.removeEarlier();
            }
            now = System.nanoTime();
        }
        return (writer.logPosition().position() - first) * 1e9 / (now - begun);
    }

    private TransactionBatch[] pool(int group) {
        DebitCreditWorkload workload = new DebitCreditWorkload(scale(), Preset.TPCA, SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        TransactionBatch[] pool = new TransactionBatch[POOL];
        for (int i = 0; i < POOL; i++) {
            pool[i] = new TransactionBatch(group);
            for (int row = 0; row < group; row++) {
                pool[i].requests.addContent(TransactionType.DEBIT_CREDIT.code(), 0, 0, Transaction.NO_TARGET, 0);
            }
            for (int row = 0; row < group; row += batch) {
                TransactionKey key = BenchBank.key(random, System.currentTimeMillis());
                pool[i].requests.keys.add(0, key.high(), key.low(), Math.min(batch, group - row));
            }
            workload.fill(pool[i].requests);
        }
        return pool;
    }
}
