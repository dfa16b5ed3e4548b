package org.debitcredit.laboratory;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.debitcredit.chart.Page;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.SecondsConverter;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.measure.HistogramLog;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.tail.SelfCorrection;
import org.debitcredit.measure.tail.Tail;
import org.debitcredit.streams.Second;
import org.debitcredit.streams.SecondListener;
import org.debitcredit.streams.StreamPage;
import org.debitcredit.streams.StreamSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The N-stream harness: Gray's {@code spRunDebitCredit}. */
@Command(
        name = "bench",
        description = {
            "Run streams of DebitCredits against a new bank, with every answer after its force, and report the "
                    + "throughput and latency. The bank is deleted afterwards, unless it is in a database.",
            "Exit code 0: the run is complete and the bank's four sums are equal; 1: they differ, or the run failed; "
                    + "2: wrong usage. With --compare, 0: no regression; 1: a regression; 2: there was nothing to "
                    + "compare."
        },
        mixinStandardHelpOptions = true)
public final class BenchCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(
            names = "--compare",
            arity = "0..1",
            fallbackValue = HistoryComparison.DEFAULT,
            paramLabel = "DIR",
            description = "Run no benchmark. Show the recorded ones (default: bench-jmh/history) and which became "
                    + "slower.")
    private @Nullable Path compare;

    @Option(
            names = "--rate",
            paramLabel = "TPS",
            description = "Transactions per second, sent at fixed times regardless of answers (default: as fast as "
                    + "answers arrive).")
    private double rate;

    @Option(
            names = {"--duration", "--seconds"},
            paramLabel = "TIME",
            converter = SecondsConverter.class,
            description = "Measured time (default: 10s).")
    private Duration duration = Duration.ofSeconds(10);

    @Option(
            names = "--sql-batch",
            paramLabel = "1",
            description = "1 measures the database without this service: four statements and a durable commit for each "
                    + "transaction, on as many connections as streams. It needs a database of its own.")
    private @Nullable Integer sqlBatch;

    @Option(
            names = "--stagger",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Time from the start of one stream to the next, such as 100s (default: all start at once).")
    private Duration stagger = Duration.ZERO;

    @Option(
            names = "--open-loop",
            description =
                    "With --rate: measure the tail until its tests pass, longer after each try that did not, or say "
                            + "why no percentile can be shown. A submission is one transaction unless --batch says "
                            + "otherwise.")
    private boolean isOpenLoop;

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            defaultValue = "10m",
            converter = DurationConverter.class,
            description = "With --open-loop: the longest time that is measured (default: ${DEFAULT-VALUE}).")
    private Duration patience = Duration.ofMinutes(10);

    @Override
    public Integer call() {
        try {
            if (compare != null) {
                options.refuseAllBeside("--compare", "that runs no benchmark", "--chart", "--json");
                return HistoryComparison.show(compare, options.chart(), options.isJson());
            }
            if (isOpenLoop) {
                return openLoop();
            }
            options.refuseWithout("--open-loop", "only that has tests to wait for", "--patience");
            BenchFigures figures = run();
            report(figures);
            return figures.sumsHold() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (IllegalArgumentException e) {
            System.err.println("bank: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        } catch (IOException | IllegalStateException | LedgerUnavailable e) {
            System.err.println("bank: " + FailureText.of(e));
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private int openLoop() throws IOException {
        if (rate <= 0) {
            throw new IllegalArgumentException("--open-loop is given without --rate, the transactions per second");
        }
        options.refuseBeside("--open-loop", "that measures until its tests pass, for --patience at most", "--duration");
        options.refuseBeside("--open-loop", "its tries are not drawn", "--chart");
        options.refuseBeside("--open-loop", "all its streams start at once", "--stagger");
        options.refuseBeside("--open-loop", "a connection waits for its commit, which is a closed loop", "--sql-batch");
        PrintStream out = options.isJson() ? System.err : System.out;
        StreamSettings settings = options.openLoopSettings(rate);
        SelfCorrection correction = BenchLoop.correction(patience, out::println);
        double submissions = correction.requireRate("--rate, in submissions of --batch,", rate / settings.batch());
        BenchLoop loop = new BenchLoop(options.target(settings), settings);
        Tail tail = loop.measured(() -> correction.measure(loop, submissions));
        out.println(tail.verdict().word() + ": " + tail.reason() + (loop.sumsHold() ? "" : "; the four sums differ"));
        if (options.isJson()) {
            System.out.println(TailJson.of(tail, settings).put("invariantsHold", loop.sumsHold()));
        }
        return tail.isAccepted() && loop.sumsHold() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private BenchFigures run() throws IOException {
        StreamSettings settings = options.streamSettings(rate, duration, stagger, sqlBatch != null);
        BenchTarget target = sqlBatch == null ? options.target(settings) : options.plainTarget(sqlBatch);
        Path chart = options.chart();
        if (chart == null) {
            return target.run(settings, BenchCommand::show);
        }
        try (HistogramLog log =
                new HistogramLog(logBeside(chart), BenchText.load(settings), System.currentTimeMillis())) {
            return target.run(settings, new SecondListener() {
                @Override
                public void passed(Second second) {
                    show(second);
                }

                @Override
                public void recorded(RecordedInterval interval) {
                    log.append(interval);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void show(Second second) {
        System.err.println(BenchText.of(second));
    }

    private static Path logBeside(Path chart) {
        String name = chart.toAbsolutePath().getFileName().toString();
        return chart.resolveSibling(name.replaceFirst("\\.html?$", "") + ".hlog");
    }

    private void report(BenchFigures figures) throws IOException {
        PrintStream out = options.isJson() ? System.err : System.out;
        String conditions = BenchText.conditions(figures);
        String verdict = BenchText.verdict(figures);
        String sums = BenchText.sums(figures);
        out.println(conditions);
        out.println(verdict);
        out.println(BenchText.costs(figures));
        out.println(sums);
        Path chart = options.chart();
        if (chart != null) {
            Files.writeString(chart, StreamPage.of(figures.result(), verdict + "; " + sums, tone(figures), conditions));
            out.println("chart: " + chart.toAbsolutePath());
            out.println("response times: " + logBeside(chart).toAbsolutePath());
        }
        if (options.isJson()) {
            System.out.println(BenchJson.of(figures));
        }
    }

    private static Page.Tone tone(BenchFigures figures) {
        if (!figures.sumsHold()) {
            return Page.Tone.FAILURE;
        }
        return figures.isDurable() ? Page.Tone.FINE : Page.Tone.WARNING;
    }
}
