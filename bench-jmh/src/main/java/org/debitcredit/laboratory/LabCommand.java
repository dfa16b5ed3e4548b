package org.debitcredit.laboratory;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.console.SecondsConverter;
import org.debitcredit.counters.MachineReader;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.run.LabPreset;
import org.debitcredit.lab.run.LabRun;
import org.debitcredit.lab.run.Leftovers;
import org.debitcredit.lab.run.OwnService;
import org.debitcredit.lab.run.PlainSteps;
import org.debitcredit.lab.run.Round;
import org.debitcredit.lab.run.Setting;
import org.debitcredit.lab.run.SettingRun;
import org.debitcredit.ledger.sql.CommitMode;
import org.debitcredit.recovery.LedgerChoice;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** Finds the bottleneck, clears it, and meets the next. */
@Command(
        name = "lab",
        description = {
            "Find the bottleneck of a bank by its counters, clear it, and meet the next. A service is started with "
                    + "everything poor, loaded in steps, and looked at each second: processors, the writer, the force, the "
                    + "event loops, the database, the line, memory and the disk. After the steps, one sentence names the "
                    + "bottleneck and predicts the next one. A lever that clears it is pulled, and the next round begins. "
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
            description = "Where the first round starts: modesto20, with 20 terminals on lines of 38.4 kbaud, one "
                    + "processor and SQLite in a file; modesto50, the same with 50 terminals; or modesto-smp, with 50 "
                    + "terminals and the ledger in memory (default: ${DEFAULT-VALUE}).")
    private String preset = LabPreset.MODESTO20.toString();

    @Option(
            names = "--ledger",
            paramLabel = "KIND",
            description = "Ledger of the first round: sqlite, h2, memory or the JDBC URL of a database, which must be empty "
                    + "(default: that of the preset). The password is taken from the environment variable "
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
            names = "--seconds",
            paramLabel = "TIME",
            converter = SecondsConverter.class,
            description = "Measured time of each step (default: 5s). A round has three steps.")
    private Duration seconds = Duration.ofSeconds(5);

    @Option(names = "--rounds", paramLabel = "N", description = "Most rounds (default: ${DEFAULT-VALUE}).")
    private int rounds = 10;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Directory in which the banks are created and deleted (default: ./results/lab).")
    private Path directory = Path.of("results", "lab");

    @Option(
            names = "--log-directory",
            paramLabel = "DIR",
            description = "Directory on another device, for the lever that separates log and data. Without it there is no "
                    + "such lever.")
    private @Nullable Path logDirectory;

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
        require("--seconds", seconds.toSeconds(), SECONDS_MAX);
        require("--rounds", rounds, ROUNDS_MAX);
        LabPreset start = LabPreset.parse(preset);
        if (sqlBatch != null) {
            return LabJson.of(plain(sqlBatch));
        }
        Setting setting = ledger == null ? start.start() : start.start().withLedger(ledger);
        if (setting.isOthersDatabase()) {
            choice(setting.ledger());
        }
        OwnService service = OwnService.ofLauncher(directory, logDirectory, databaseUser, leftovers);
        SettingRun run = new SettingRun(service, MachineReader.here(), directory, seconds, talk());
        LabRun lab = new LabRun(
                each -> run.measure(each, leftovers),
                run.talk()::say,
                Runtime.getRuntime().availableProcessors(),
                logDirectory != null);
        List<Round> done = lab.run(setting, rounds);
        return LabJson.of(start.toString(), done);
    }

    private Trial plain(int transactionsPerCommit) {
        if (transactionsPerCommit != 1) {
            throw new IllegalArgumentException(
                    "sql-batch is " + transactionsPerCommit + "; it must be 1, one transaction for each commit");
        }
        LedgerChoice choice = choice(ledger == null ? "" : ledger);
        if (choice.database() == null) {
            throw new IllegalArgumentException("sql-batch is given without the JDBC URL of a database in --ledger");
        }
        return new PlainSteps(MachineReader.here(), seconds, talk()).measure(choice.kind(), choice.database());
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
