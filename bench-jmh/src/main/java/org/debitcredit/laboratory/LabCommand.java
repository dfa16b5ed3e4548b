package org.debitcredit.laboratory;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.console.SecondsConverter;
import org.debitcredit.counters.MachineReader;
import org.debitcredit.lab.modesto.ModestoPreset;
import org.debitcredit.lab.run.DataDisk;
import org.debitcredit.lab.run.Leftovers;
import org.debitcredit.lab.run.Setting;
import org.debitcredit.lab.run.SettingRun;
import org.debitcredit.lab.run.Starts;
import org.debitcredit.ledger.sql.CommitMode;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.recovery.LedgerChoice;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Finds the bottleneck, removes it, then finds the next one. */
@Command(
        name = "lab",
        description = {
            "Find the bottleneck of a bank by its counters, remove it, then find the next one. A service is started "
                    + "with every resource at its weakest setting, loaded in steps, and watched every second: "
                    + "processors, the writer, the force, the event loops, the database, the line, memory and the "
                    + "disk. After each step, one sentence names the bottleneck and predicts the next one. A lever "
                    + "that removes it is pulled, and the next round begins. "
                    + "All services, directories and lines are removed at the end, also if the command is stopped.",
            "If a round fails or the command is stopped, it still reports what it has measured, marked as incomplete.",
            "Exit code 0: the rounds are complete; 1: a round failed, or none of its steps was stable; 2: wrong usage."
        },
        mixinStandardHelpOptions = true)
public final class LabCommand implements Callable<Integer> {

    private static final int SECONDS_MAX = 600;
    private static final int ROUNDS = 10;
    private static final int ROUNDS_MAX = 50;
    private static final Path DIRECTORY = Path.of("results", "lab");

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "Measure the set-ups of an article of 1995 first, and model them as well: modesto20, 20 "
                    + "terminals with too little memory and lines of 38.4 kbaud, then with either cleared, then with "
                    + "both; modesto50, the same with 50 terminals; modesto-smp, 50 terminals with one processor and "
                    + "two. Without it, the rounds start with the first set-up of modesto20. With steps of 5 s each "
                    + "set-up and each round takes about 85 s: the set-ups of modesto20 and modesto50 6 minutes. Those "
                    + "of modesto-smp, with its fits of scaling, take about 12 on two processors, and more on more.")
    private @Nullable String preset;

    @Option(
            names = "--ledger",
            paramLabel = "KIND",
            description = "Ledger at the start: sqlite, h2, memory or the JDBC URL of a database, which must be empty "
                    + "(default: sqlite, in a file). The password is taken from the environment variable "
                    + "BANK_DATABASE_PASSWORD.")
    private @Nullable String ledger;

    @Option(names = "--database-user", paramLabel = "NAME", description = "With a JDBC URL: user of the database.")
    private @Nullable String databaseUser;

    @Option(
            names = "--sql-batch",
            paramLabel = "N",
            description = "With a JDBC URL and 1: measure the database without the service, with four statements and a "
                    + "commit for each transaction. There is one round.")
    private @Nullable Integer sqlBatch;

    @Option(
            names = {"--duration", "--seconds"},
            paramLabel = "TIME",
            converter = SecondsConverter.class,
            description = "Measured time of each step (default: 5s). A round has three steps.")
    private Duration duration = Duration.ofSeconds(5);

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Most rounds; with a preset, its last set-up is the first (default: 10).")
    private @Nullable Integer rounds;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Directory in which the banks are created and deleted (default: ./results/lab).")
    private @Nullable Path directory;

    @Option(
            names = "--log-directory",
            paramLabel = "DIR",
            description =
                    "Directory on another device, for the lever that separates log and data of the ledger sqlite. "
                            + "Without it there is no such lever.")
    private @Nullable Path logDirectory;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "HTML page with tables, charts and fits; with a preset, of the measurement and of the model.")
    private @Nullable Path report;

    @Option(
            names = "--json",
            description = "Print one JSON object as the last line of stdout, and everything else to stderr.")
    private boolean json;

    @Override
    public Integer call() {
        LabPlan plan;
        Path page;
        try {
            plan = plan();
            // Its folder is made after everything else was checked, because a refused run leaves nothing.
            page = report == null ? null : ReportFile.prepared(report);
        } catch (IllegalArgumentException e) {
            System.err.println("bank: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        try {
            return measured(plan, page);
        } catch (IOException | RuntimeException e) {
            System.err.println("bank: " + FailureText.of(e));
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private int measured(LabPlan plan, @Nullable Path page) throws IOException {
        SettingRun.Talk talk = talk();
        LabReport results = new LabReport(
                plan.preset(), page, plan.remains(), talk::say, json ? System.out::println : object -> {});
        try (Leftovers leftovers = Leftovers.ofProcess(() -> makeEarly(results, "stopped"))) {
            reportOn(() -> new LabMeasurement(plan, results, talk).run(leftovers), results);
        }
        return results.showsNothing() ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
    }

    /** What is reported on. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }

    /** Makes the report of work that ends, or that fails by whatever it is. */
    static void reportOn(Work work, LabReport results) throws IOException {
        try {
            work.run();
        } catch (IOException | RuntimeException | Error failure) {
            makeEarly(results, "failed: " + FailureText.of(failure));
            throw failure;
        }
        results.make(LabReport.COMPLETE);
    }

    private static void makeEarly(LabReport results, String why) {
        try {
            results.make(why);
        } catch (IOException e) {
            System.err.println("bank: " + FailureText.of(e));
        }
    }

    /** Refuses wrong usage before anything is started. */
    private LabPlan plan() {
        require("--duration in seconds", duration.toSeconds(), SECONDS_MAX);
        int roundsMax = rounds == null ? ROUNDS : rounds;
        require("--rounds", roundsMax, ROUNDS_MAX);
        Optional<ModestoPreset> article = Optional.ofNullable(preset).map(LabCommand::preset);
        if (databaseUser != null && (ledger == null || !SqlDatabase.isUrl(ledger))) {
            throw new IllegalArgumentException(
                    "--database-user is given without the JDBC URL of a database in --ledger");
        }
        if (sqlBatch != null) {
            refuseBesideSqlBatch("--preset", preset);
            refuseBesideSqlBatch("--rounds", rounds);
            refuseBesideSqlBatch("--log-directory", logDirectory);
            LedgerChoice plain = plain(sqlBatch);
            refuseBesideSqlBatch("--directory", directory);
            return plan(Optional.empty(), List.of(), Starts.poor(), plain, roundsMax);
        }
        requireDirectory("--directory", directory());
        if (logDirectory != null) {
            requireDirectory("--log-directory", logDirectory);
        }
        if (article.filter(ModestoPreset.MODESTO_SMP::equals).isPresent()
                && Runtime.getRuntime().availableProcessors() == 1) {
            throw new IllegalArgumentException(
                    "--preset is modesto-smp, which measures two processors; this process may use 1");
        }
        List<Setting> setUps = article.map(each -> Starts.of(each, logDirectory != null)).orElse(List.of()).stream()
                .map(this::onLedger)
                .toList();
        Setting start = setUps.isEmpty() ? onLedger(Starts.poor()) : setUps.get(setUps.size() - 1);
        if (start.isOthersDatabase()) {
            choice(start.ledger());
        }
        requireLogDirectory(start);
        requireWritable("--directory", directory());
        if (logDirectory != null) {
            requireWritable("--log-directory", logDirectory);
        }
        return plan(article, setUps, start, null, roundsMax);
    }

    private LabPlan plan(
            Optional<ModestoPreset> article,
            List<Setting> setUps,
            Setting start,
            @Nullable LedgerChoice plain,
            int roundsMax) {
        return new LabPlan(article, setUps, start, plain, directory(), logDirectory, databaseUser, duration, roundsMax);
    }

    private Path directory() {
        return directory == null ? DIRECTORY : directory;
    }

    /** It is made if it is missing, so that what is there must not be a file. */
    private static void requireDirectory(String option, Path directory) {
        Path existing = existing(directory);
        if (!Files.isDirectory(existing)) {
            throw new IllegalArgumentException(option + " is '" + directory + "', but '" + existing
                    + "' is a file; name a directory, which is made if it is missing");
        }
    }

    /** The log is put apart in one of the last rounds, so whether it can be is tried before anything is measured. */
    private static void requireWritable(String option, Path directory) {
        Path existing = existing(directory);
        try {
            Files.delete(Files.createTempDirectory(existing, "lab-"));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    option + " is '" + directory + "', but '" + existing + "' cannot be written: " + FailureText.of(e)
                            + ". Name another directory",
                    e);
        }
    }

    private static void refuseBesideSqlBatch(String option, @Nullable Object value) {
        if (value != null) {
            throw new IllegalArgumentException(option + " is given with --sql-batch, which measures the database "
                    + "alone, in one round. Leave one of them out");
        }
    }

    private void requireLogDirectory(Setting start) {
        if (logDirectory == null) {
            return;
        }
        if (!start.hasOwnDatabase()) {
            throw new IllegalArgumentException("--log-directory is given with the ledger " + start.shownLedger()
                    + "; only the ledger sqlite has data that the log can be apart from");
        }
        try {
            Path data = existing(directory());
            Path log = existing(logDirectory);
            if (Files.getFileStore(data).equals(Files.getFileStore(log))
                    || DataDisk.isShared(data, log, MachineReader.here())) {
                throw new IllegalArgumentException("--log-directory is '" + logDirectory
                        + "', on the disk of --directory; it must be on another one");
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--log-directory is '" + logDirectory + "'; its device is not known: " + FailureText.of(e), e);
        }
    }

    /** The directory itself, or where it would be made. */
    private static Path existing(Path directory) {
        Path path = directory.toAbsolutePath().normalize();
        while (!Files.exists(path)) {
            Path parent = path.getParent();
            if (parent == null) {
                return path;
            }
            path = parent;
        }
        return path;
    }

    private static ModestoPreset preset(String name) {
        return Arrays.stream(ModestoPreset.values())
                .filter(each -> each.word().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--preset is '" + name + "'; it must be "
                        + Arrays.stream(ModestoPreset.values())
                                .map(ModestoPreset::word)
                                .collect(Collectors.joining(", "))));
    }

    private Setting onLedger(Setting setting) {
        return ledger == null ? setting : setting.withLedger(ledger);
    }

    /** The database that is measured without the service. */
    private LedgerChoice plain(int transactionsPerCommit) {
        if (transactionsPerCommit != 1) {
            throw new IllegalArgumentException(
                    "--sql-batch is " + transactionsPerCommit + "; it must be 1, one transaction for each commit");
        }
        if (ledger == null || !SqlDatabase.isUrl(ledger)) {
            throw new IllegalArgumentException("--sql-batch is given without the JDBC URL of a database in --ledger");
        }
        return choice(ledger);
    }

    /** Refuses a URL that no driver can read before anything is started. */
    private LedgerChoice choice(String text) {
        String password = System.getenv("BANK_DATABASE_PASSWORD");
        return LedgerChoice.parse(
                text, databaseUser == null ? "" : databaseUser, password == null ? "" : password, CommitMode.DURABLE);
    }

    private static void require(String option, long value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(option + " is " + value + "; it must be 1 to " + most);
        }
    }

    private SettingRun.Talk talk() {
        PrintStream out = json ? System.err : System.out;
        ProgressLines progress = ProgressLines.ofCommand();
        return new SettingRun.Talk() {
            @Override
            public void say(String line) {
                out.println(line);
            }

            @Override
            public ProgressLines progress() {
                return progress;
            }
        };
    }
}
