package org.debitcredit.terminal.atm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.debitcredit.console.BearerToken;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.ReportFolder;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.run.Phases;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.terminal.run.StoreAndForward;
import org.debitcredit.workload.Scenario;
import org.debitcredit.workload.ThinkTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that every command with terminals has. */
public final class PlayOptions {

    private static final Path HERE = Path.of("");

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            defaultValue = "atm",
            converter = ScenarioConverter.class,
            completionCandidates = ScenarioConverter.Names.class,
            description = "What the ATMs do: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Scenario scenario = Scenario.ATM;

    @Option(
            names = "--terminals",
            paramLabel = "N",
            description = "Number of ATMs (default: 2000; 20 and 50 for modesto20 and modesto50).")
    private @Nullable Integer terminals;

    @Option(
            names = "--think",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Mean of the exponential think time: 500ms, 10s, 2m (default: the scenario's; 10s for atm).")
    private @Nullable Duration think;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "The most connections to the server; ATMs share them (default: ${DEFAULT-VALUE}).")
    private int connections = RunPlan.CONNECTIONS_MAX;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed that repeats an earlier run's choices (default: " + "a new seed).")
    private long seed = System.nanoTime();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the bearer token, where the server at --url needs one. Without this option the "
                    + "token is taken from the environment variable BANK_TOKEN, if it is set.")
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

    /** The plan of a run against a server that the user named, which measures for a time, with its files here. */
    public RunPlan plan(URI url, Duration window) {
        return WrongUsage.unless(() -> plan(url, BearerToken.of(tokenFile), window));
    }

    /** The same against a server that the command starts itself, which gets no token. */
    public RunPlan planOfOwn(URI url, Duration window) {
        if (tokenFile != null) {
            throw new WrongUsage("--token-file is given without --url, but the server that this command starts is sent "
                    + "no token. Leave --token-file out, or give --url");
        }
        return WrongUsage.unless(() -> plan(url, null, window));
    }

    private RunPlan plan(URI url, @Nullable String token, Duration window) {
        Scenario chosen = think == null ? scenario : scenario.thinking(new ThinkTime(think));
        int count = terminals == null ? chosen.terminals() : terminals;
        return new RunPlan(
                url,
                token,
                chosen,
                count,
                Phases.around(window, count),
                seed,
                HERE,
                connections,
                StoreAndForward.USUAL);
    }

    /** Makes the report's folder. */
    public Path reportFolder(String command) {
        return ReportFolder.make(report, command);
    }

    /** Prints the verdict and returns the exit code. */
    public int tell(Judged judged) {
        say(AtmVerdictText.of(judged), VerdictJson.of(judged));
        return judged.verdict().verdict() == Verdict.PASS ? 0 : 1;
    }

    /** Prints a verdict, and its JSON as the last line of stdout if that is asked for. */
    public void say(String text, ObjectNode verdict) {
        talk().out().print(text);
        if (json) {
            System.out.println(verdict);
        }
    }
}
