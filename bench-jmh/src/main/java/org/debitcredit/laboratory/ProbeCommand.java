package org.debitcredit.laboratory;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.console.SecondsConverter;
import org.debitcredit.probe.Disk;
import org.debitcredit.probe.Probe;
import org.debitcredit.probe.ProbePage;
import org.debitcredit.probe.ProbeProgress;
import org.debitcredit.probe.ProbeResult;
import org.debitcredit.probe.ProbeSettings;
import org.debitcredit.probe.ProbeText;
import org.debitcredit.settings.JournalSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures a directory's storage before a bank is put there. */
@Command(
        name = "probe",
        description = {
            "Measure a directory's storage: forced writes by block size, transactions by group size (measured and "
                    + "predicted), and the journal's speed relative to the bare disk. The directory is left as it was.",
            "Exit code 0: the probe is complete; 1: it failed; 2: wrong usage."
        },
        mixinStandardHelpOptions = true)
public final class ProbeCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "DIR", description = "An existing directory on the disk to measure.")
    private Path directory = Path.of(".");

    @Option(
            names = {"--duration", "--seconds"},
            paramLabel = "TIME",
            converter = SecondsConverter.class,
            description = "Approximate total time, which also sets the size of the files (default: "
                    + ProbeSettings.SECONDS_DEFAULT + "s).")
    private Duration duration = Duration.ofSeconds(ProbeSettings.SECONDS_DEFAULT);

    @Option(
            names = "--seek-ms",
            paramLabel = "MS",
            description = "Average seek time of the disk that the computed row assumes (default: ${DEFAULT-VALUE}, "
                    + "the article's disk).")
    private double seekMillis = Disk.ARTICLE.seekMillis();

    @Option(
            names = "--rpm",
            paramLabel = "N",
            description = "Rotations per minute of that disk; 0 for none (default: 7200).")
    private double rpm = Disk.ARTICLE.rpm();

    @Option(
            names = "--mb-per-s",
            paramLabel = "N",
            description = "Media transfer rate of that disk (default: ${DEFAULT-VALUE}).")
    private double megabytesPerSecond = Disk.ARTICLE.megabytesPerSecond();

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Path of the HTML page (default: ./results/probe/probe-<time>.html).")
    private @Nullable Path report;

    @Option(
            names = "--json",
            description = "Print one JSON object as the last line of stdout, and everything else " + "to stderr.")
    private boolean json;

    @Override
    public Integer call() {
        ProbeSettings settings;
        Path page;
        try {
            Disk disk = new Disk(seekMillis, rpm, megabytesPerSecond);
            settings =
                    new ProbeSettings(directory, duration.toSeconds(), disk, JournalSettings.FILL_AHEAD_BYTES_DEFAULT);
            Probe.requireUsable(directory);
            page = reportFile();
        } catch (IllegalArgumentException e) {
            return failed(e, CommandLine.ExitCode.USAGE);
        }
        try {
            ProbeResult result = Probe.run(settings, Instant.now(), progress(duration.toSeconds()));
            Files.writeString(page, ProbePage.of(result));
            PrintStream out = json ? System.err : System.out;
            out.print(ProbeText.of(result));
            out.println("report: " + page);
            if (json) {
                System.out.println(ProbeJson.of(result, page));
            }
            return CommandLine.ExitCode.OK;
        } catch (IOException e) {
            return failed(e, CommandLine.ExitCode.SOFTWARE);
        }
    }

    /** The file is checked before the probe runs, so that its result is not lost. */
    private Path reportFile() {
        String time = LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        Path chosen = report == null ? Path.of("results", "probe", "probe-" + time + ".html") : report;
        return ReportFile.prepared(chosen);
    }

    private static ProbeProgress progress(long seconds) {
        long begun = System.nanoTime();
        ProgressLines lines = ProgressLines.ofCommand();
        System.err.println(line(0, seconds, "preparing files"));
        return what -> lines.at(() -> line(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun), seconds, what));
    }

    private static String line(long passed, long seconds, String what) {
        return String.format(Locale.ROOT, "%,d s of about %,d s: %s", passed, seconds, what);
    }

    private static int failed(Exception failure, int exitCode) {
        System.err.println("bank: " + FailureText.of(failure));
        return exitCode;
    }
}
