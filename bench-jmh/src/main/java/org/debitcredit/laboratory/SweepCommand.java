package org.debitcredit.laboratory;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Page;
import org.debitcredit.chart.Series;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.console.FailureText;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.measure.tail.Percentile;
import org.debitcredit.measure.tail.SelfCorrection;
import org.debitcredit.measure.tail.Sweep;
import org.debitcredit.measure.tail.SweepPoint;
import org.debitcredit.streams.StreamSettings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Latency against throughput of DebitCredits. */
@Command(
        name = "sweep",
        description = {
            "Find the latency of DebitCredits at every throughput up to saturation: the rate doubles until the bank does not "
                    + "carry it, and the highest rate is then found by bisection. Each rate is measured until its tests "
                    + "pass, or no percentile is shown for it. A submission is one transaction unless --batch says "
                    + "otherwise.",
            "Exit code 0: saturation was found and all sums are equal; 1: not; 2: wrong usage."
        },
        mixinStandardHelpOptions = true)
public final class SweepCommand implements Callable<Integer> {

    private static final double QUANTILE = 0.99;
    private static final double MICROS_PER_MILLI = 1_000;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(
            names = "--from",
            paramLabel = "TPS",
            description = "Lowest rate, which the bank carries easily (default: 1000).")
    private double from = 1_000;

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            defaultValue = "2m",
            converter = DurationConverter.class,
            description = "The longest time for which one rate is measured (default: ${DEFAULT-VALUE}).")
    private Duration patience = Duration.ofMinutes(2);

    @Override
    public Integer call() {
        try {
            return sweep();
        } catch (IllegalArgumentException e) {
            System.err.println("bank: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        } catch (IOException | IllegalStateException | LedgerUnavailable e) {
            System.err.println("bank: " + FailureText.of(e));
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private int sweep() throws IOException {
        PrintStream out = options.isJson() ? System.err : System.out;
        StreamSettings settings = options.openLoopSettings(0);
        SelfCorrection correction = BenchLoop.correction(patience, line -> out.println("  " + line));
        double submissions = correction.requireRate("--from, in submissions of --batch,", from / settings.batch());
        BenchLoop loop = new BenchLoop(options.target(settings), settings);
        Sweep sweep = loop.measured(
                () -> Sweep.of(loop, correction, submissions, point -> out.println(text(point, settings))));
        boolean isPassed = sweep.saturationPerSecond().isPresent() && loop.sumsHold();
        String verdict = (sweep.saturationPerSecond().isPresent()
                        ? String.format(
                                Locale.ROOT,
                                "saturated at %,.0f transactions a second",
                                sweep.saturationPerSecond().getAsDouble() * settings.batch())
                        : String.format(Locale.ROOT, "the bank does not carry %,.0f transactions a second", from))
                + (loop.sumsHold() ? "" : "; the four sums differ");
        out.println(verdict);
        Path chart = options.chart();
        if (chart != null) {
            Files.writeString(chart, page(sweep, settings, verdict, isPassed ? Page.Tone.FINE : Page.Tone.FAILURE));
            out.println("chart: " + chart.toAbsolutePath());
        }
        if (options.isJson()) {
            System.out.println(TailJson.of(sweep, settings).put("invariantsHold", loop.sumsHold()));
        }
        return isPassed ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private static String text(SweepPoint point, StreamSettings settings) {
        return String.format(
                Locale.ROOT,
                "%,.0f transactions a second: %,.0f answered; %s; %s",
                point.tail().askedPerSecond() * settings.batch(),
                point.tail().answeredPerSecond() * settings.batch(),
                point.tail().verdict().word(),
                point.isSustained() ? "carried" : "too much");
    }

    private static String page(Sweep sweep, StreamSettings settings, String verdict, Page.Tone tone) {
        List<Series.Point> points = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (SweepPoint point : sweep.points()) {
            Percentile p99 = point.tail().all().percentile(QUANTILE);
            double tps = point.tail().answeredPerSecond() * settings.batch();
            double millis = p99.isShown() ? p99.micros().estimate() / MICROS_PER_MILLI : Double.NaN;
            points.add(new Series.Point(tps, millis));
            rows.add(List.of(
                    String.format(Locale.ROOT, "%,.0f", tps),
                    p99.isShown() ? String.format(Locale.ROOT, "%.3f", millis) : "–",
                    point.tail().verdict().word(),
                    point.tail().reason()));
        }
        String title = "DebitCredit: latency against throughput";
        return new Page(title)
                .note(BenchText.streams(settings))
                .verdict(verdict, tone)
                .chart(Chart.of(
                        title,
                        Axis.linear("transactions answered per second"),
                        Axis.logarithmic("99th percentile from the intended send time, ms"),
                        List.of(new Series("99th percentile", Series.Look.LINE, points))))
                .table(List.of("transactions per second", "p99, ms", "verdict", "reason"), rows)
                .html();
    }
}
