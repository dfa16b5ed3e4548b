package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.debitcredit.history.Regression;

/**
 * The result of a pair's rounds.
 *
 * @param perSecond median of the benchmark's operations a second
 * @param baselinePerSecond median of the baseline's
 * @param ratio median of the rounds' ratios
 * @param processorShare median of how much of a processor others left to a thread, 0 to 1
 */
record QuickMeasurement(double perSecond, double baselinePerSecond, double ratio, double processorShare) {

    private static final int TIME_LIMIT_SECONDS = 60;

    /** Measures a pair in a JVM of its own, so that no other benchmark's code, profile or garbage is in it. */
    static QuickMeasurement of(QuickPair pair, Path directory, int rounds, long roundMillis, long warmUpMillis)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(BankBenchmark.jvmArguments()));
        // Builds may run concurrently, because the baseline is disturbed as much as the benchmark.
        command.addAll(List.of("-Djmh.ignoreLock=true", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(QuickPairMain.class.getName(), pair.name(), directory.toString()));
        command.addAll(List.of(String.valueOf(rounds), String.valueOf(roundMillis), String.valueOf(warmUpMillis)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            List<String> lines = process.inputReader().lines().toList();
            if (!process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("the JVM that measures " + pair.name() + " failed; its message is above");
            }
            return parse(lines.subList(lines.size() - rounds, lines.size()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroy();
        }
    }

    /**
     * From a line for each round: the benchmark's operations a second, the baseline's, and the share of a processor.
     */
    static QuickMeasurement parse(List<String> rounds) {
        double[] scores = new double[rounds.size()];
        double[] baselines = new double[rounds.size()];
        double[] ratios = new double[rounds.size()];
        double[] shares = new double[rounds.size()];
        for (int i = 0; i < rounds.size(); i++) {
            String[] values = rounds.get(i).split(" ");
            scores[i] = Double.parseDouble(values[0]);
            baselines[i] = Double.parseDouble(values[1]);
            ratios[i] = scores[i] / baselines[i];
            shares[i] = Double.parseDouble(values[2]);
        }
        return new QuickMeasurement(
                Regression.median(scores),
                Regression.median(baselines),
                Regression.median(ratios),
                Regression.median(shares));
    }
}
