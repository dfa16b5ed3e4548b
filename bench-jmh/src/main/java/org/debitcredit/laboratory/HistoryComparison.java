package org.debitcredit.laboratory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.debitcredit.history.HistoryFiles;
import org.debitcredit.history.HistoryPage;
import org.debitcredit.history.HistorySeries;
import org.debitcredit.history.HistoryTable;
import org.debitcredit.history.Regression;
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
    static int show(Path directory, @Nullable Path chart) {
        Path history = directory.toString().equals(DEFAULT) ? besideLauncher() : directory;
        try {
            List<HistorySeries> histories = HistorySeries.of(HistoryFiles.read(history));
            if (histories.isEmpty()) {
                System.err.println("bank: there is no recorded benchmark in " + history.toAbsolutePath());
                return CommandLine.ExitCode.USAGE;
            }
            System.out.print(HistoryTable.of(histories, LATEST));
            if (chart != null) {
                Files.writeString(chart, HistoryPage.of(histories));
                System.out.println("chart: " + chart.toAbsolutePath());
            }
            boolean worse =
                    histories.stream().anyMatch(series -> series.latest().verdict() == Regression.Verdict.REGRESSION);
            return worse ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
        } catch (IOException e) {
            System.err.println("bank: " + e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private static Path besideLauncher() {
        return Path.of(System.getProperty("bank.root", "")).resolve(BESIDE_LAUNCHER);
    }
}
