package org.debitcredit.laboratory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.console.BearerToken;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.console.SecondsConverter;
import org.debitcredit.ledger.sql.CommitMode;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.recovery.LedgerChoice;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.streams.StreamSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that {@code bench} and {@code sweep} share, and the resulting settings. */
final class BenchOptions {

    private static final int DIVISIBLE = 100_000;

    private static final int MADE_AHEAD_FROM_SECONDS = 10;

    private static final int BATCH_DEFAULT = 1_000;
    private static final int IN_FLIGHT_DEFAULT = 16;
    private static final int OPEN_LOOP_IN_FLIGHT_DEFAULT = 1_024;

    /** An open loop chooses its times itself, so this one only has to be valid. */
    private static final Duration OPEN_LOOP_MEASURED = Duration.ofSeconds(10);

    /** Options that the service determines, so that they cannot be combined with its URL. */
    private static final String[] OF_A_BANK = {
        "--ledger",
        "--database-user",
        "--database-commit",
        "--journal",
        "--accounts",
        "--key-window",
        "--replay-max",
        "--directory"
    };

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "--ledger",
            paramLabel = "KIND",
            description = "memory, h2, or the JDBC URL of a database (default: ${DEFAULT-VALUE}). An empty database is "
                    + "filled and belongs to this bank from then on. The bank's journal stays in --directory.")
    private String ledger = "memory";

    @Option(
            names = "--database-user",
            paramLabel = "NAME",
            defaultValue = "${env:BANK_DATABASE_USER}",
            description =
                    "User of the database. The password is taken from the environment variable BANK_DATABASE_PASSWORD.")
    private @Nullable String databaseUser;

    @Option(
            names = "--database-commit",
            paramLabel = "MODE",
            converter = CommitModeOption.class,
            description = "journaled: the journal restores what the database loses in a crash; durable: each "
                    + "commit also waits for the database's disk (default: journaled). On MariaDB the server's "
                    + "innodb_flush_log_at_trx_commit decides this: 2 or 1.")
    private CommitMode databaseCommit = CommitMode.JOURNALED;

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description = "Kind of the journal: chronicle or file " + "(default: ${DEFAULT-VALUE}).")
    private String journal = "chronicle";

    @Option(
            names = "--accounts",
            paramLabel = "N",
            description = "Number of accounts, in branches of 100,000 with 10 tellers (default: ${DEFAULT-VALUE}). "
                    + "Each takes 8 "
                    + "bytes of heap, which ./bank sets accordingly.")
    private long accounts = 10_000_000;

    @Option(
            names = "--streams",
            paramLabel = "N",
            description = "Number of streams, each on its own thread " + "(default: ${DEFAULT-VALUE}).")
    private int streams = 1;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Transactions in a submission under one key; 1 for single transactions, each with its own "
                    + "key "
                    + "(default: " + BATCH_DEFAULT + "; with --open-loop, with --sql-batch and in a sweep 1).")
    private @Nullable Integer batch;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            description = "Submissions in flight, over all streams (default: " + IN_FLIGHT_DEFAULT
                    + "; with --sql-batch one for each stream; with --open-loop and in a sweep "
                    + OPEN_LOOP_IN_FLIGHT_DEFAULT + ").")
    private @Nullable Integer inFlight;

    @Option(
            names = {"--warm-up", "--warmup"},
            paramLabel = "TIME",
            converter = SecondsConverter.class,
            description = "Time under load before measuring (default: 10s). At a rate, the load continues until every "
                    + "transaction that was due in it is answered, but for 1m at most.")
    private Duration warmUp = Duration.ofSeconds(10);

    @Option(
            names = "--key-window",
            paramLabel = "N",
            description = "Smallest number of keys that are remembered (default: ${DEFAULT-VALUE}).")
    private int keyWindow = BankSettings.KEY_WINDOW_DEFAULT;

    @Option(
            names = "--replay-max",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Longest replay of a start, by which snapshots are taken (default: 30s, as in the "
                    + "service). Segments are reused once two snapshots are published.")
    private Duration replayMax = SnapshotSettings.DEFAULT.replayMax();

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the workload (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Directory in which the bank is created and deleted (default: ./results/bench).")
    private Path directory = Path.of("results", "bench");

    @Option(
            names = "--url",
            paramLabel = "HOST:PORT",
            description =
                    "gRPC port of a running service that is used instead of a bank in this process. Batches are sent "
                            + "over a gRPC stream "
                            + "for each stream, in plain text. Forces and journal bytes are then those of the "
                            + "service, and "
                            + "processor time is that of the streams.")
    private @Nullable String url;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "With --url: file with the bearer token of a secured service. It needs the role terminal, "
                    + "and operator or auditor for the sums. Without this option the token is taken from the "
                    + "environment variable BANK_TOKEN, if it is set.")
    private @Nullable Path tokenFile;

    /** Was an option before. It is known, so that a refusal does not print what follows it. */
    @Option(names = "--token", hidden = true, description = "No option any more.")
    private @Nullable String token;

    @Option(names = "--calls", description = "With --url: send each transaction in a call of its own.")
    private boolean calls;

    @Option(
            names = "--chart",
            paramLabel = "FILE",
            description =
                    "HTML page into which the run is drawn, second by second. The response times are beside it, in a "
                            + "file of HdrHistogram, .hlog.")
    private @Nullable Path chart;

    @Option(
            names = "--json",
            description = "Print one JSON object as the last line of stdout, and everything else " + "to stderr.")
    private boolean json;

    /**
     * The settings of the streams.
     *
     * @param rate transactions a second; 0 for as fast as answers come
     * @param stagger from the start of one stream to that of the next
     * @param isPlain whether they use a database without this service
     */
    StreamSettings streamSettings(double rate, Duration measured, Duration stagger, boolean isPlain) {
        return new StreamSettings(
                streams,
                batch != null ? batch : isPlain ? 1 : BATCH_DEFAULT,
                inFlight != null ? inFlight : isPlain ? streams : IN_FLIGHT_DEFAULT,
                rate,
                stagger,
                warmUp,
                measured,
                seed);
    }

    /**
     * The settings of an open loop. Unless it is given otherwise, a submission is one transaction, and many may be in
     * flight.
     *
     * @param rate transactions a second; 0 if it varies
     */
    StreamSettings openLoopSettings(double rate) {
        return new StreamSettings(
                        streams,
                        batch != null ? batch : 1,
                        inFlight != null ? inFlight : OPEN_LOOP_IN_FLIGHT_DEFAULT,
                        rate,
                        Duration.ZERO,
                        warmUp,
                        OPEN_LOOP_MEASURED,
                        seed)
                .keepingResponses();
    }

    /** The target to which streams with these settings send their submissions. */
    BenchTarget target(StreamSettings settings) {
        if (token != null) {
            throw new IllegalArgumentException("--token is no option any more, because other users of the machine can "
                    + "see it; give --token-file, or set BANK_TOKEN");
        }
        if (url != null) {
            refuseBeside("--url", "the service sets this itself", OF_A_BANK);
            return BenchService.parse(url, BearerToken.of(tokenFile), calls);
        }
        refuseWithout("--url", "a bank in this process has no calls", "--calls");
        refuseWithout("--url", "a bank in this process needs no token", "--token-file");
        LedgerChoice choice = ledger();
        if (choice.database() == null) {
            refuseBeside(
                    "--ledger " + choice.kind(),
                    "it applies only to a database",
                    "--database-user",
                    "--database-commit");
        }
        return new BenchInProcess(
                choice,
                JournalKind.parse(journal),
                scale(),
                new SnapshotSettings(replayMax, Duration.ZERO),
                keyWindow,
                directory,
                isMadeAhead(choice, settings));
    }

    /**
     * Whether the journal's files are created before the run. Creating them during it slows down only the memory
     * ledger, which is fast enough to fill several, and only if the run is long enough.
     */
    private static boolean isMadeAhead(LedgerChoice choice, StreamSettings settings) {
        return choice.kind().equals("memory")
                && settings.perSecond() == 0
                && settings.warmUp().plus(settings.measured()).toSeconds() >= MADE_AHEAD_FROM_SECONDS;
    }

    /** Refuses options that would have no effect beside another one. */
    void refuseBeside(String given, String why, String... options) {
        for (String option : options) {
            if (isGiven(option)) {
                throw beside(option, given, why);
            }
        }
    }

    /** Refuses every option beside another one, except for some. */
    void refuseAllBeside(String given, String why, String... allowed) {
        List<String> mayBeGiven = List.of(allowed);
        for (OptionSpec option : command.commandLine().getParseResult().matchedOptions()) {
            if (!option.longestName().equals(given) && !mayBeGiven.contains(option.longestName())) {
                throw beside(option.longestName(), given, why);
            }
        }
    }

    /** Refuses an option that has no effect without another one. */
    void refuseWithout(String missing, String why, String option) {
        if (isGiven(option)) {
            throw new IllegalArgumentException(
                    option + " is given without " + missing + "; " + why + ". Give both, or leave " + option + " out");
        }
    }

    private boolean isGiven(String option) {
        return command.commandLine().getParseResult().hasMatchedOption(option);
    }

    private static IllegalArgumentException beside(String option, String given, String why) {
        return new IllegalArgumentException(
                option + " is given with " + given + "; " + why + ". Leave one of them out");
    }

    private LedgerChoice ledger() {
        String password = System.getenv("BANK_DATABASE_PASSWORD");
        return LedgerChoice.parse(
                ledger, databaseUser == null ? "" : databaseUser, password == null ? "" : password, databaseCommit);
    }

    /** A database without this service, with this many transactions in a commit. */
    BenchTarget plainTarget(int transactionsPerCommit) {
        refuseBeside(
                "--sql-batch",
                "that measures a database without this service",
                "--url",
                "--token-file",
                "--token",
                "--calls",
                "--journal",
                "--key-window",
                "--replay-max");
        if (transactionsPerCommit != 1) {
            throw new IllegalArgumentException("--sql-batch is " + transactionsPerCommit
                    + "; it must be 1, which measures the database without this service. Otherwise leave it out");
        }
        LedgerChoice choice = ledger();
        SqlDatabase database = choice.database();
        if (database == null) {
            throw new IllegalArgumentException("--sql-batch is given with --ledger " + choice.kind()
                    + ", but it needs the JDBC URL of a database");
        }
        refuseBeside("--sql-batch", "each of its commits waits for the database's disk", "--database-commit");
        return new BenchPlainSql(choice.kind(), database, scale());
    }

    private BankScale scale() {
        if (accounts < DIVISIBLE || accounts % DIVISIBLE != 0 || accounts / DIVISIBLE > BankScale.BRANCHES_MAX) {
            throw new IllegalArgumentException("--accounts is " + accounts
                    + "; it must be a multiple of 100,000, the accounts of a branch, up to 10,000,000,000");
        }
        return Preset.TPCA.scale((int) (accounts / DIVISIBLE));
    }

    /** Where the run is drawn; null for nowhere. */
    @Nullable
    Path chart() {
        return chart;
    }

    boolean isJson() {
        return json;
    }
}
