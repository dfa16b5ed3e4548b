package org.debitcredit.server.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Currency;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.client.BankClient;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.probe.Medium;
import org.debitcredit.recovery.BankSettings;
import org.debitcredit.recovery.JournalKind;
import org.debitcredit.recovery.JournalSettings;
import org.debitcredit.recovery.LedgerOpener;
import org.debitcredit.recovery.SnapshotSettings;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.streams.EngineStreams;
import org.debitcredit.streams.RemoteStreams;
import org.debitcredit.streams.Second;
import org.debitcredit.streams.StreamChart;
import org.debitcredit.streams.StreamResult;
import org.debitcredit.streams.StreamSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The N-stream harness: Gray's {@code spRunDebitCredit}. */
@Command(
        name = "bench",
        description = {
            "Run streams of DebitCredits against a bank made for it, every answer after its force, and say what that "
                    + "took. The bank is deleted afterwards.",
            "Exit code 0: done, and the bank's four sums are equal; 1: they are not, or it failed; 2: wrong usage."
        },
        mixinStandardHelpOptions = true)
public final class BenchCommand implements Callable<Integer> {

    private static final String CURRENCY = "USD";
    private static final int DIVISIBLE = 100_000;

    @Option(names = "--ledger", paramLabel = "KIND", description = "memory or h2 (default: ${DEFAULT-VALUE}).")
    private String ledger = "memory";

    @Option(names = "--journal", paramLabel = "KIND", description = "chronicle or file (default: ${DEFAULT-VALUE}).")
    private String journal = "chronicle";

    @Option(
            names = "--accounts",
            paramLabel = "N",
            description = "Accounts, in branches of 100,000 with 10 tellers (default: ${DEFAULT-VALUE}). Each takes 8 "
                    + "bytes of heap: give 830,000,000 BANK_JAVA_OPTS=-Xmx9g.")
    private long accounts = 10_000_000;

    @Option(names = "--streams", paramLabel = "N", description = "Streams, a thread each (default: ${DEFAULT-VALUE}).")
    private int streams = 1;

    @Option(
            names = "--stagger",
            paramLabel = "TIME",
            converter = TimeOption.class,
            description = "From the beginning of one stream to the next: 100s (default: all at once).")
    private Duration stagger = Duration.ZERO;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Transactions of a submission under one key; 1 for single transactions, each with its own "
                    + "(default: ${DEFAULT-VALUE}).")
    private int batch = 1_000;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            description = "Submissions under way, of all streams together (default: ${DEFAULT-VALUE}).")
    private int inFlight = 16;

    @Option(
            names = "--rate",
            paramLabel = "TPS",
            description = "Transactions a second, sent at their own times whatever comes back (default: as fast as "
                    + "answers come).")
    private double rate;

    @Option(names = "--warmup", paramLabel = "N", description = "Seconds before measuring (default: ${DEFAULT-VALUE}).")
    private int warmup = 10;

    @Option(names = "--seconds", paramLabel = "N", description = "Seconds measured (default: ${DEFAULT-VALUE}).")
    private int seconds = 10;

    @Option(
            names = "--key-window",
            paramLabel = "N",
            description = "Least number of keys remembered (default: ${DEFAULT-VALUE}).")
    private int keyWindow = BankSettings.KEY_WINDOW_DEFAULT;

    @Option(
            names = "--replay-max",
            paramLabel = "TIME",
            converter = TimeOption.class,
            description = "Snapshots are taken so that a start would replay at most so much (default: 30s, as in the "
                    + "service). Segments go round once two are published.")
    private Duration replayMax = SnapshotSettings.DEFAULT.replayMax();

    @Option(names = "--seed", paramLabel = "N", description = "Of the workload (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Where the bank is made and deleted (default: ./results/bench).")
    private Path directory = Path.of("results", "bench");

    @Option(
            names = "--url",
            paramLabel = "HOST:PORT",
            description =
                    "The gRPC port of a service to send to, instead of a bank in this process: batches over a stream "
                            + "for each stream, in plain text.")
    private @Nullable String url;

    @Option(names = "--calls", description = "With --url: each transaction in a call of its own.")
    private boolean calls;

    @Option(names = "--chart", paramLabel = "FILE", description = "Draw the run by the second into an HTML page.")
    private @Nullable Path chart;

    @Option(
            names = "--compare",
            arity = "0..1",
            fallbackValue = HistoryComparison.DEFAULT,
            paramLabel = "DIR",
            description = "Run nothing: show the recorded benchmarks (default: bench-jmh/history) and what got worse.")
    private @Nullable Path compare;

    @Option(names = "--json", description = "One JSON object as the last line of stdout, everything else to stderr.")
    private boolean json;

    @Override
    public Integer call() {
        if (compare != null) {
            return HistoryComparison.show(compare, chart);
        }
        PrintStream out = json ? System.err : System.out;
        try {
            StreamSettings settings = new StreamSettings(
                    streams,
                    batch,
                    inFlight,
                    rate,
                    stagger,
                    Duration.ofSeconds(warmup),
                    Duration.ofSeconds(seconds),
                    seed);
            Shown shown = url == null ? inProcess(settings) : remote(settings, url);
            report(shown, out);
            return shown.sumsHold ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (IllegalArgumentException e) {
            System.err.println("bank: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        } catch (IOException | IllegalStateException e) {
            System.err.println("bank: " + StartFailure.of(e).message());
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    /**
     * A result and what of its conditions only the run knows.
     *
     * @param isDurable null where only the service knows
     */
    private record Shown(
            StreamResult result, long accounts, @Nullable Boolean isDurable, boolean sumsHold) {}

    private Shown inProcess(StreamSettings settings) throws IOException {
        if (calls) {
            throw new IllegalArgumentException("--calls is given without --url; in process there are no calls");
        }
        LedgerOpener opener = opener();
        JournalSettings journalSettings = JournalSettings.of(JournalKind.parse(journal));
        BankScale scale = scale();
        Files.createDirectories(directory);
        Path data = Files.createTempDirectory(directory.toAbsolutePath(), "bank-");
        try {
            BankSettings bank = BankSettings.of(data, scale, Currency.getInstance(CURRENCY))
                    .with(journalSettings)
                    .with(new SnapshotSettings(replayMax, Duration.ZERO))
                    .withKeyWindow(keyWindow);
            boolean isDurable = !Medium.of(data).isMemory();
            EngineStreams.Outcome outcome = EngineStreams.run(
                    bank, Preset.TPCA, opener, settings, BenchCommand::progress, new ConsoleProgress());
            return new Shown(
                    outcome.result(), accounts, isDurable, outcome.totals().hold());
        } finally {
            DurableFiles.deleteTree(data);
        }
    }

    private Shown remote(StreamSettings settings, String target) {
        int colon = target.lastIndexOf(':');
        if (colon < 1 || !target.substring(colon + 1).matches("\\d{1,5}")) {
            throw new IllegalArgumentException("url is '" + target + "'; it must be HOST:PORT of the gRPC service");
        }
        String host = target.substring(0, colon);
        int port = Integer.parseInt(target.substring(colon + 1));
        ledger = "service";
        journal = "service";
        RemoteStreams.Outcome outcome = RemoteStreams.run(
                () -> BankClient.plaintext(host, port, BankClient.Options.NONE),
                Preset.TPCA,
                calls,
                settings,
                BenchCommand::progress);
        return new Shown(outcome.result(), outcome.scale().accounts(), null, outcome.sumsHold());
    }

    private LedgerOpener opener() {
        return switch (ledger) {
            case "memory" -> (identity, progress) -> new MemoryLedger(identity);
            case "h2" ->
                (identity, progress) -> SqlLedger.openH2InMemory(
                        identity, (done, total) -> progress.at("filling the bank, accounts", done, total));
            default -> throw new IllegalArgumentException("ledger is '" + ledger + "'; it must be memory or h2");
        };
    }

    private BankScale scale() {
        if (accounts < DIVISIBLE || accounts % DIVISIBLE != 0 || accounts / DIVISIBLE > BankScale.BRANCHES_MAX) {
            throw new IllegalArgumentException("accounts is " + accounts
                    + "; it must be a multiple of 100,000, the accounts of a branch, up to 10,000,000,000");
        }
        return Preset.TPCA.scale((int) (accounts / DIVISIBLE));
    }

    private static void progress(Second second) {
        System.err.printf(
                Locale.ROOT,
                "%4d s: %,12.0f tps, %,8.0f forces/s, longest %6.1f ms, %4.2f processors%s%n",
                second.second(),
                second.transactions() / second.seconds(),
                second.forces() / second.seconds(),
                second.longestForceNanos() / 1e6,
                second.cpuNanos() / 1e9 / second.seconds(),
                second.measured() ? "" : "  (warm-up)");
    }

    private void report(Shown shown, PrintStream out) throws IOException {
        StreamResult result = shown.result;
        Histogram micros = result.micros();
        String conditions = String.format(
                Locale.ROOT,
                "%s ledger of %,d accounts, %s journal, %d streams, %,d submissions of %,d in flight, %s",
                ledger,
                shown.accounts,
                journal,
                streams,
                inFlight,
                batch,
                rate == 0 ? "as fast as answers come" : String.format(Locale.ROOT, "at %,.0f a second", rate));
        String verdict = String.format(
                Locale.ROOT,
                "%,.0f transactions a second, %s; submissions answered in %,d us (median), %,d us (99 %%), %,d us (99.9 %%)",
                result.perSecond(),
                durability(shown.isDurable),
                micros.getValueAtPercentile(50),
                micros.getValueAtPercentile(99),
                micros.getValueAtPercentile(99.9));
        out.println(conditions);
        out.println(verdict);
        out.printf(
                Locale.ROOT,
                "%,.0f transactions per force, longest force %.1f ms; per transaction %.1f journal bytes, %.3f us of a processor%n",
                result.transactionsPerForce(),
                result.longestForceNanos() / 1e6,
                result.perTransaction(result.journalBytes()),
                result.perTransaction(result.cpuNanos()) / 1e3);
        out.println(shown.sumsHold ? "the four sums are equal" : "THE SUMS DIFFER");
        if (chart != null) {
            Files.writeString(chart, StreamChart.of(result, verdict, conditions));
            out.println("chart: " + chart.toAbsolutePath());
        }
        if (json) {
            System.out.println(json(shown));
        }
    }

    private String durability(@Nullable Boolean isDurable) {
        if (isDurable == null) {
            return "as durable as the service's disk";
        }
        return isDurable ? "each durable before its answer" : "NOT durable: " + directory + " is memory";
    }

    private String json(Shown shown) {
        StreamResult result = shown.result;
        Histogram micros = result.micros();
        ObjectNode fields = JsonMapper.shared().createObjectNode();
        fields.put("ledger", ledger)
                .put("journal", journal)
                .put("inFlight", inFlight)
                .put("streams", streams)
                .put("batch", batch)
                .put("accounts", shown.accounts)
                .put("rate", rate)
                .put("transactions", result.transactions())
                .put("seconds", result.measuredSeconds())
                .put("tps", result.perSecond())
                .put("p50Micros", micros.getValueAtPercentile(50))
                .put("p90Micros", micros.getValueAtPercentile(90))
                .put("p99Micros", micros.getValueAtPercentile(99))
                .put("p999Micros", micros.getValueAtPercentile(99.9))
                .put("maxMicros", micros.getMaxValue())
                .put("forces", result.forces())
                .put("transactionsPerForce", result.transactionsPerForce())
                .put("longestForceMicros", result.longestForceNanos() / 1_000)
                .put("journalBytesPerTransaction", result.perTransaction(result.journalBytes()))
                .put("cpuMicrosPerTransaction", result.perTransaction(result.cpuNanos()) / 1e3)
                .put("syscallsPerTransaction", result.perTransaction(result.syscalls()))
                .put("physicalWritesPerTransaction", result.perTransaction(result.physicalWrites()))
                .put("durable", shown.isDurable)
                .put("invariantsHold", shown.sumsHold);
        return fields.toString();
    }
}
