package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.debitcredit.bench.QuickVerdict.Measured;
import org.debitcredit.history.BenchmarkRun;
import org.debitcredit.history.BenchmarkTable;
import org.debitcredit.history.HistoryFiles;
import org.debitcredit.history.Machine;
import org.debitcredit.history.Regression;
import org.debitcredit.history.Regression.Judgement;
import org.debitcredit.history.Regression.Verdict;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The benchmarks of every build. Each runs beside its baseline, and its ratio is compared with the recorded ones. */
@Command(
        name = "QuickBenchmarks",
        mixinStandardHelpOptions = true,
        description = {
            "Measure a few benchmarks beside loops that never change, and compare their ratios with recorded ones. "
                    + "The output says "
                    + "which loss would pass: more while something else keeps the machine busy, and any loss where "
                    + "no similar machine is recorded.",
            "Exit code 0: there is no regression; 1: there is one, in repeated measurements, or the run failed; 2: "
                    + "wrong usage."
        })
public final class QuickBenchmarks implements Callable<Integer> {

    private static final int ATTEMPTS = 3;

    @Option(
            names = "--history",
            paramLabel = "DIR",
            description = "Directory of the recorded runs to compare with (default: ${DEFAULT-VALUE}).")
    private Path history = Path.of("bench-jmh", "history");

    @Option(
            names = "--write",
            paramLabel = "DIR",
            description = "Directory to whose files the measured values are " + "appended.")
    private @Nullable Path write;

    @Option(
            names = "--record",
            paramLabel = "DIR",
            description = "Like --write, and compare with the runs recorded there. Use it for the history that is "
                    + "committed.")
    private @Nullable Path record;

    @Option(names = "--only", paramLabel = "NAME", split = ",", description = "Run only these benchmarks.")
    private List<String> only = new ArrayList<>(QuickPair.ALL.keySet());

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Rounds of benchmark and baseline (default: ${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(
            names = "--millis",
            paramLabel = "N",
            description = "Milliseconds of each in a round (default: ${DEFAULT-VALUE}).")
    private long roundMillis = 100;

    @Option(
            names = "--warmup-millis",
            paramLabel = "N",
            description = "Warm-up milliseconds of each " + "(default: ${DEFAULT-VALUE}).")
    private long warmUpMillis = 400;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Directory for temporary files " + "(default: ${DEFAULT-VALUE}).")
    private Path directory = Path.of("target", "bench");

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new QuickBenchmarks()).execute(arguments));
    }

    @Override
    public Integer call() {
        try {
            return measure(only.stream().map(QuickPair::named).toList())
                    ? CommandLine.ExitCode.OK
                    : CommandLine.ExitCode.SOFTWARE;
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        } catch (IOException e) {
            System.err.println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private boolean measure(List<QuickPair> pairs) throws IOException {
        Path compared = record == null ? history : record;
        List<BenchmarkRun> recorded = HistoryFiles.read(compared);
        String revision = Revision.of(Path.of(""));
        Machine machine = Machine.here();
        boolean good = true;
        for (QuickPair pair : pairs) {
            QuickVerdict verdict = QuickVerdict.of(
                    () -> run(pair, revision, machine), measured -> judge(measured, recorded), ATTEMPTS);
            if (write != null) {
                HistoryFiles.append(write, verdict.measured().run());
            }
            if (record != null && verdict.measured().isQuiet()) {
                HistoryFiles.append(record, verdict.measured().run());
            } else if (record != null) {
                System.err.println(pair.name() + " is not recorded, because the machine is busy");
                good = false;
            }
            System.out.println(verdict.text());
            good &= verdict.judgement().verdict() != Verdict.REGRESSION;
        }
        return good;
    }

    private Measured run(QuickPair pair, String revision, Machine machine) throws IOException {
        QuickMeasurement measured = QuickMeasurement.of(pair, directory, rounds, roundMillis, warmUpMillis);
        BenchmarkRun run = new BenchmarkRun(
                pair.name(),
                revision,
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                machine,
                pair.settings(rounds, roundMillis),
                measured.perSecond() * pair.transactions(),
                "transactions/s",
                measured.baselinePerSecond(),
                pair.baseline().unit,
                measured.ratio() * pair.transactions(),
                QuickPair.NOISE_MIN);
        return new Measured(run, measured.processorShare());
    }

    static Judgement judge(Measured measured, List<BenchmarkRun> recorded) {
        BenchmarkRun run = measured.run();
        return Regression.judge(
                run.ratio(),
                recorded.stream().filter(run::isLike).map(BenchmarkRun::ratio).toList(),
                run.noise(),
                measured.processorShare());
    }

    /** A judgement in a line; for a regression, with all of its evidence. */
    static String text(BenchmarkRun run, Judgement judgement) {
        String figure = String.format(
                Locale.ROOT,
                "%-22s %,.0f %s, %.4g times the baseline's %,.0f %s",
                run.benchmark(),
                run.score(),
                run.unit(),
                run.ratio(),
                run.baseline(),
                run.baselineUnit());
        if (judgement.verdict() == Verdict.NOTHING_TO_COMPARE) {
            return figure
                    + String.format(
                            Locale.ROOT,
                            "; NOT CHECKED: any loss passes, because of %d needed runs only %d are recorded on %s "
                                    + "with such a baseline",
                            Regression.RECORDED_MIN,
                            judgement.recorded(),
                            run.machine().kind());
        }
        return figure
                + String.format(
                        Locale.ROOT,
                        "; %s: median of %d recorded %.4g, bound %.4g (a loss of %.0f %% passes), change %+.0f %%",
                        judgement.verdict() == Verdict.REGRESSION ? "REGRESSION" : BenchmarkTable.words(judgement),
                        judgement.recorded(),
                        judgement.median(),
                        judgement.bound(),
                        100 * judgement.allowed(),
                        100 * judgement.change());
    }
}
