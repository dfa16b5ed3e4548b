package org.debitcredit.laboratory;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.debitcredit.console.FailureText;
import org.debitcredit.history.BenchmarkTable;
import org.debitcredit.history.HistoryFiles;
import org.debitcredit.history.HistoryPage;
import org.debitcredit.history.HistorySeries;
import org.debitcredit.history.HistoryVerdict;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Shows the recorded benchmarks: a table of the latest runs, a page of all of them, and whether the latest are worse.
 */
final class HistoryComparison {

    /** Placeholder for the history beside the launcher. */
    static final String DEFAULT = "-";

    private static final Path BESIDE_LAUNCHER = Path.of("bench-jmh", "history");
    private static final int LATEST = 10;

    private HistoryComparison() {}

    /** Shows a directory's history, draws it into a file if one is named, and returns the exit code. */
    static int show(Path directory, @Nullable Path chart, boolean isJson) {
        Path history = directory.toString().equals(DEFAULT) ? besideLauncher() : directory;
        PrintStream out = isJson ? System.err : System.out;
        if (!Files.isDirectory(history)) {
            System.err.println("bank: there is no directory " + history.toAbsolutePath()
                    + "; give one with recorded benchmarks, files .jsonl, by --compare DIR");
            return CommandLine.ExitCode.USAGE;
        }
        try {
            List<HistorySeries> histories = HistorySeries.of(HistoryFiles.read(history));
            if (histories.isEmpty()) {
                System.err.println("bank: there is no recorded benchmark in " + history.toAbsolutePath()
                        + "; --compare requires a directory of .jsonl files");
                return CommandLine.ExitCode.USAGE;
            }
            HistoryVerdict verdict = HistoryVerdict.of(histories);
            out.print(BenchmarkTable.of(histories, LATEST));
            out.println(verdict.sentence());
            if (chart != null) {
                Files.writeString(chart, HistoryPage.of(histories));
                out.println("chart: " + chart.toAbsolutePath());
            }
            if (isJson) {
                System.out.println(HistoryJson.of(histories));
            }
            return exitCode(verdict);
        } catch (IOException e) {
            System.err.println("bank: " + FailureText.of(e));
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private static int exitCode(HistoryVerdict verdict) {
        if (verdict.isRegression()) {
            return CommandLine.ExitCode.SOFTWARE;
        }
        return verdict.hasCompared() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.USAGE;
    }

    private static Path besideLauncher() {
        return Path.of(System.getProperty("bank.root", "")).resolve(BESIDE_LAUNCHER);
    }
}
