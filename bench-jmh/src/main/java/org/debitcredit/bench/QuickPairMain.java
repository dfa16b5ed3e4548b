package org.debitcredit.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The body of a JVM that measures one {@link QuickPair}: after a warm-up of both, benchmark and baseline in turn.
 * Writes a line for each round: the benchmark's operations a second, the baseline's, and the share of a processor that
 * others left, with spaces between.
 */
final class QuickPairMain {

    /** Some turns of a scheduler that shares a processor. */
    private static final long SHARE_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private final QuickPair pair;
    private final Path directory;
    private final long roundMillis;

    private QuickPairMain(QuickPair pair, Path directory, long roundMillis) {
        this.pair = pair;
        this.directory = directory;
        this.roundMillis = roundMillis;
    }

    /**
     * Arguments: the pair's name, a directory for scratch files, rounds, milliseconds of a round and of each warm-up.
     */
    public static void main(String[] arguments) throws RunnerException {
        QuickPair pair = QuickPair.named(arguments[0]);
        int rounds = Integer.parseInt(arguments[2]);
        QuickPairMain main = new QuickPairMain(pair, Path.of(arguments[1]), Long.parseLong(arguments[3]));
        long warmUpMillis = Long.parseLong(arguments[4]);
        main.benchmark(warmUpMillis);
        main.baseline(warmUpMillis);
        for (int round = 0; round < rounds; round++) {
            double share = processorShare();
            System.out.println(main.benchmark(main.roundMillis) + " " + main.baseline(main.roundMillis) + " " + share);
        }
    }

    /** The share of a processor that a thread gets which never waits; other processes take the rest. */
    private static double processorShare() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = System.nanoTime();
        long cpuStart = threads.getCurrentThreadCpuTime();
        while (System.nanoTime() - start < SHARE_NANOS) {
            Thread.onSpinWait();
        }
        long cpu = threads.getCurrentThreadCpuTime() - cpuStart;
        return Math.min(1, (double) cpu / (System.nanoTime() - start));
    }

    private double benchmark(long millis) throws RunnerException {
        return run(pair.type(), pair.method(), pair.parameters(), millis);
    }

    private double baseline(long millis) throws RunnerException {
        return run(BaselineBenchmark.class, pair.baseline().method, Map.of(), millis);
    }

    private double run(Class<?> type, String method, Map<String, String> parameters, long millis)
            throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(type.getName() + "." + method) + "$")
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(millis))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .param("directory", directory.toString());
        parameters.forEach(options::param);
        return new Runner(options.build()).runSingle().getPrimaryResult().getScore();
    }
}
