package org.debitcredit.terminal.run;

import io.gatling.app.Gatling$;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.debitcredit.terminal.console.RunFailure;

/**
 * Runs Gatling once in this process, because its {@code main} would end the process. Its output goes to a log in the
 * report's folder, because it prints regardless of its configuration. Its own assertions are in its report; the verdict
 * here judges by exact response times and so does not ask for them.
 */
public final class GatlingRun {

    private GatlingRun() {}

    /** Runs the simulation to its end and returns the path of Gatling's report. */
    public static Path play(TerminalRun run, Path reportFolder) {
        QuietPreferences.install();
        AtmSimulation.prepare(run);
        PrintStream stdout = System.out;
        Path log = reportFolder.resolve("gatling.log");
        try (PrintStream output = new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8)) {
            System.setOut(output);
            Gatling$.MODULE$.fromArgs(new String[] {
                "--simulation", AtmSimulation.class.getName(), "--results-folder", reportFolder.toString()
            });
        } catch (IOException unwritable) {
            throw new RunFailure("cannot write " + log + ": " + unwritable, unwritable);
        } catch (UnsupportedOperationException noRequests) {
            // Gatling creates no report for a run without requests. The verdict says that there were none.
            return reportFolder;
        } finally {
            System.setOut(stdout);
        }
        return index(reportFolder).orElse(reportFolder);
    }

    /** The newest report: Gatling's folders end in the time of the run. */
    private static Optional<Path> index(Path reportFolder) {
        try (Stream<Path> folders = Files.list(reportFolder)) {
            return folders.map(folder -> folder.resolve("index.html"))
                    .filter(Files::exists)
                    .max(Comparator.naturalOrder());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
