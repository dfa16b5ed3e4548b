package org.debitcredit.terminal.run;

import io.gatling.app.Gatling$;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.debitcredit.console.FailureText;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankInfo;

/** Plays the terminals of a plan against a running server. */
public final class TerminalRunner {

    private TerminalRunner() {}

    /** Plays to the end, and returns what was measured. A process can play one run at a time. */
    public static RunResult play(RunPlan plan, Talk talk) {
        return play(plan, talk, AnswerListener.NONE);
    }

    /** The same, with a listener that takes the answers as they come. */
    public static RunResult play(RunPlan plan, Talk talk, AnswerListener listener) {
        return play(plan, talk, listener, new RunParts());
    }

    static RunResult play(RunPlan plan, Talk talk, RunParts parts) {
        return play(plan, talk, AnswerListener.NONE, parts);
    }

    private static RunResult play(RunPlan plan, Talk talk, AnswerListener listener, RunParts parts) {
        Descriptors.check(plan.connectionsMax());
        BankInfo bank = new BankHttp(plan.url(), plan.token()).bank();
        RunFiles files = new RunFiles(plan.folder());
        try {
            return played(plan, bank, files, talk, listener, parts).result(files);
        } catch (IOException | UncheckedIOException unwritable) {
            throw new RunFailure("cannot write to " + plan.folder() + ": " + FailureText.of(unwritable), unwritable);
        }
    }

    private static Run played(
            RunPlan plan, BankInfo bank, RunFiles files, Talk talk, AnswerListener listener, RunParts parts)
            throws IOException {
        try (SuccessFile successFile = new SuccessFile(files.successFile())) {
            Run run = new Run(plan, bank, files, successFile, listener, parts);
            RunProgress progress = new RunProgress(run, talk);
            try {
                gatling(run, files);
            } finally {
                progress.stop();
            }
            run.measurement().end();
            Throwable crash = run.crash();
            if (crash != null) {
                throw new RunFailure("a terminal has failed: " + crash, crash);
            }
            return run;
        }
    }

    /**
     * Runs Gatling once in this process, because its {@code main} would end the process. It prints regardless of its
     * configuration, so that its output goes to a file.
     */
    private static void gatling(Run run, RunFiles files) throws IOException {
        QuietPreferences.install();
        TerminalSimulation.prepare(run);
        PrintStream stdout = System.out;
        try (PrintStream output =
                new PrintStream(Files.newOutputStream(files.gatlingLog()), true, StandardCharsets.UTF_8)) {
            System.setOut(output);
            int status = Gatling$.MODULE$.fromArgs(new String[] {"--simulation", TerminalSimulation.class.getName()});
            if (status != 0) {
                throw new RunFailure("Gatling ended with status " + status + "; see " + files.gatlingLog());
            }
        } finally {
            System.setOut(stdout);
        }
    }
}
