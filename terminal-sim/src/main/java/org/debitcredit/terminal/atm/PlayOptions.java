package org.debitcredit.terminal.atm;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.console.TokenFile;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.run.TerminalPlan;
import org.debitcredit.workload.ThinkTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that every command with terminals has. */
public final class PlayOptions {

    @Option(names = "--terminals", paramLabel = "N", description = "Number of ATMs (default: ${DEFAULT-VALUE}).")
    private int terminals = 2_000;

    @Option(
            names = "--think",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description = "Mean of the exponential think time: 500ms, 10s, 2m (default: ${DEFAULT-VALUE}).")
    private Duration think = Duration.ofSeconds(10);

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed that repeats an earlier run's choices (default: " + "a new seed).")
    private long seed = System.nanoTime();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the bearer token, where the server needs one.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Folder of the report (default: ./results/<command>-<time>).")
    private @Nullable Path report;

    @Option(
            names = "--json",
            description = "Print one JSON object as the last line of stdout, and everything else " + "to stderr.")
    private boolean json;

    public Talk talk() {
        return Talk.of(json);
    }

    public TerminalPlan plan(URI url, Duration duration) {
        return WrongUsage.unless(() -> {
            String token = tokenFile == null ? null : TokenFile.read(tokenFile);
            return new TerminalPlan(url, token, terminals, new ThinkTime(think), duration, seed);
        });
    }

    /** Makes the report's folder. */
    public Path reportFolder(String command) {
        String time = LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        Path folder = report == null ? Path.of("results", command + "-" + time) : report;
        try {
            return Files.createDirectories(folder.toAbsolutePath().normalize());
        } catch (IOException unwritable) {
            throw new WrongUsage(
                    "--report is '" + folder + "'; it must be a folder that can be written: " + unwritable);
        }
    }

    /** Prints the verdict and answers the exit code. */
    public int tell(Judged judged) {
        talk().out().print(VerdictText.of(judged));
        if (json) {
            System.out.println(VerdictJson.of(judged));
        }
        return judged.verdict().passed() ? 0 : 1;
    }
}
