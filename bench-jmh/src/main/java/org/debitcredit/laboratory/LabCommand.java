package org.debitcredit.laboratory;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.console.SecondsConverter;
import org.debitcredit.counters.MachineReader;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.modesto.ModestoPreset;
import org.debitcredit.lab.report.ArticleTable;
import org.debitcredit.lab.report.LabPage;
import org.debitcredit.lab.report.LabResult;
import org.debitcredit.lab.report.TrialTable;
import org.debitcredit.lab.run.DataDisk;
import org.debitcredit.lab.run.LabRun;
import org.debitcredit.lab.run.Leftovers;
import org.debitcredit.lab.run.OwnService;
import org.debitcredit.lab.run.PlainSteps;
import org.debitcredit.lab.run.Round;
import org.debitcredit.lab.run.Scalings;
import org.debitcredit.lab.run.Setting;
import org.debitcredit.lab.run.SettingRun;
import org.debitcredit.lab.run.Starts;
import org.debitcredit.lab.scaling.ScalingReport;
import org.debitcredit.ledger.sql.CommitMode;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.recovery.LedgerChoice;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** Finds the bottleneck, removes it, then finds the next one. */
@Command(
        name = "lab",
        description = {
            "Find the bottleneck of a bank by its counters, remove it, then find the next one. A service is started "
                    + "with every resource at its weakest setting, loaded in steps, and watched every second: "
                    + "processors, the writer, the force, the event loops, the database, the line, memory and the "
                    + "disk. After the steps, one sentence names the bottleneck and predicts the next one. A lever "
                    + "that removes it is pulled, and the next round begins. "
                    + "All services, directories and lines are removed at the end, also if the command is stopped.",
            "Exit code 0: the rounds are complete; 1: a round failed; 2: wrong usage."
        },
        mixinStandardHelpOptions = true)
public final class LabCommand implements Callable<Integer> {

    private static final int SECONDS_MAX = 600;
    private static final int ROUNDS_MAX = 50;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "Measure the set-ups of an article of 1995 first, and model them as well: modesto20, 20 "
                    + "terminals with too little memory and lines of 38.4 kbaud, then with either cleared, then with both; "
                    + "modesto50, the same with 50 terminals; modesto-smp, 50 terminals with one processor and two. "
                    + "Without it, the rounds start with the first set-up of modesto20.")
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
            description = "Most rounds; with a preset, its last set-up is the first (default: ${DEFAULT-VALUE}).")
    private int rounds = 10;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Directory in which the banks are created and deleted (default: ./results/lab).")
    private Path directory = Path.of("results", "lab");

    @Option(
            names = "--log-directory",
            paramLabel = "DIR",
            description =
                    "Directory on another device, for the lever that separates log and data. Without it there is no "
                            + "such lever.")
    private @Nullable Path logDirectory;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description =
                    "HTML page with tables, charts and fits. With a preset, the page of the model is beside it, in a "
                            + "file whose name ends in -1995.html.")
    private @Nullable Path report;

    @Option(
            names = "--json",
            description = "Print one JSON object as the last line of stdout, and everything else to stderr.")
    private boolean json;

    @Override
    public Integer call() {
        try (Leftovers leftovers = Leftovers.ofProcess()) {
            ObjectNode result = measured(leftovers);
            if (json) {
                System.out.println(result);
            }
            return CommandLine.ExitCode.OK;
        } catch (IllegalArgumentException e) {
            System.err.println("bank: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        } catch (IOException | RuntimeException e) {
            System.err.println("bank: " + FailureText.of(e));
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private ObjectNode measured(Leftovers leftovers) throws IOException {
        require("--duration in seconds", duration.toSeconds(), SECONDS_MAX);
        require("--rounds", rounds, ROUNDS_MAX);
        requireReport();
        Optional<ModestoPreset> article = Optional.ofNullable(preset).map(LabCommand::preset);
        if (sqlBatch != null) {
            Trial trial = plain(sqlBatch);
            report(List.of(trial), List.of(), Optional.empty());
            return LabJson.of(Optional.empty(), List.of(), List.of(trial), List.of());
        }
        List<Setting> setUps = article.map(each -> Starts.of(each, logDirectory != null)).orElse(List.of()).stream()
                .map(this::onLedger)
                .toList();
        Setting start = setUps.isEmpty() ? onLedger(Starts.poor()) : setUps.get(setUps.size() - 1);
        if (start.isOthersDatabase()) {
            choice(start.ledger());
        }
        OwnService service = OwnService.ofLauncher(directory, logDirectory, databaseUser, leftovers);
        DataDisk disk = DataDisk.probed(directory, MachineReader.here());
        disk.missing().ifPresent(talk()::say);
        SettingRun run = new SettingRun(service, MachineReader.here(), disk, logDirectory, duration, talk());
        if (article.isPresent()) {
            run.talk().say("What each of the article's numbers is used for");
            ArticleTable.roles().forEach(role -> run.talk().say("  " + role));
        }
        List<Trial> trials = new ArrayList<>();
        for (Setting setUp : setUps) {
            run.talk().say("set-up " + (trials.size() + 1) + ": " + setUp.words());
            trials.add(run.measure(setUp, leftovers));
        }
        List<ScalingReport> scalings = new ArrayList<>();
        if (article.filter(ModestoPreset.MODESTO_SMP::equals).isPresent()) {
            scalings.add(Scalings.byTerminals(run, start, leftovers));
            int processors = Runtime.getRuntime().availableProcessors();
            if (processors > 1) {
                scalings.add(Scalings.byProcessors(run, start, processors, leftovers));
            }
        }
        LabRun lab = new LabRun(
                each -> run.measure(each, leftovers),
                run.talk()::say,
                round -> {},
                Runtime.getRuntime().availableProcessors(),
                logDirectory != null);
        Optional<Trial> known = trials.isEmpty() ? Optional.empty() : Optional.of(trials.get(trials.size() - 1));
        List<Round> done = lab.run(start, known, rounds);
        ObjectNode json = LabJson.of(article, done, trials, scalings);
        done.stream().skip(known.isPresent() ? 1 : 0).map(Round::trial).forEach(trials::add);
        report(trials, scalings, article);
        return json;
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

    private void report(List<Trial> trials, List<ScalingReport> scalings, Optional<ModestoPreset> article)
            throws IOException {
        LabResult result = LabResult.measured(
                System.getProperty("os.name") + ", " + Runtime.getRuntime().availableProcessors()
                        + " processors, shared by service and load; JDK " + Runtime.version(),
                trials,
                scalings,
                article);
        table(result);
        Optional<LabResult> model = article.map(LabResult::modelled);
        model.ifPresent(this::table);
        scalings.forEach(scaling -> talk().say(scaling.sentence()));
        if (report != null) {
            write(report, result);
            if (model.isPresent()) {
                String name = report.toAbsolutePath().getFileName().toString().replaceFirst("\\.html?$", "");
                write(report.resolveSibling(name + "-1995.html"), model.get());
            }
        }
    }

    private void write(Path page, LabResult result) throws IOException {
        Files.writeString(page, LabPage.of(result));
        talk().say("page: " + page.toAbsolutePath());
    }

    private void table(LabResult result) {
        SettingRun.Talk talk = talk();
        talk.say(result.title());
        talk.say("  " + String.join(" | ", TrialTable.head(result)));
        TrialTable.rows(result).forEach(row -> talk.say("  " + String.join(" | ", row)));
        result.comparison().ifPresent(comparison -> {
            talk.say("The article's numbers and the model");
            talk.say("  " + String.join(" | ", ArticleTable.head()));
            ArticleTable.rows(comparison).forEach(row -> talk.say("  " + String.join(" | ", row)));
            talk.say("  " + comparison.sentence());
        });
    }

    private Trial plain(int transactionsPerCommit) {
        if (transactionsPerCommit != 1) {
            throw new IllegalArgumentException(
                    "--sql-batch is " + transactionsPerCommit + "; it must be 1, one transaction for each commit");
        }
        LedgerChoice choice = choice(ledger == null ? "" : ledger);
        SqlDatabase database = choice.database();
        if (database == null) {
            throw new IllegalArgumentException("--sql-batch is given without the JDBC URL of a database in --ledger");
        }
        return new PlainSteps(MachineReader.here(), duration, talk()).measure(choice.kind(), database);
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

    /** The page is written at the end, so whether it can be written is checked before anything is measured. */
    private void requireReport() {
        if (report == null) {
            return;
        }
        Path folder = report.toAbsolutePath().normalize().getParent();
        if (folder == null || Files.isDirectory(report)) {
            throw new IllegalArgumentException(
                    "--report is '" + report + "'; it must be a file, but it is a directory");
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--report is '" + report + "'; its folder cannot be made: " + FailureText.of(e), e);
        }
        if (!Files.isWritable(folder)) {
            throw new IllegalArgumentException("--report is '" + report + "'; its folder cannot be written");
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
