package org.debitcredit.bench;

import java.io.IOException;
import java.util.Locale;
import java.util.function.Function;
import org.debitcredit.history.BenchmarkRun;
import org.debitcredit.history.Regression.Judgement;
import org.debitcredit.history.Regression.Verdict;

/**
 * A run, compared with the recorded ones. A noisy moment is not a regression, so a run that looks like one is measured
 * again, and only the last measurement counts.
 *
 * @param attempts how often it was measured
 */
record QuickVerdict(Measured measured, Judgement judgement, int attempts) {

    /**
     * A run and how busy the machine was.
     *
     * @param processorShare how much of a processor others left to a thread, 0 to 1
     */
    record Measured(BenchmarkRun run, double processorShare) {

        private static final double QUIET = 0.9;

        boolean isQuiet() {
            return processorShare >= QUIET;
        }
    }

    /** Where runs come from. */
    interface Measuring {
        Measured run() throws IOException;
    }

    static QuickVerdict of(Measuring measuring, Function<Measured, Judgement> judging, int attemptsMax)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            Measured measured = measuring.run();
            QuickVerdict verdict = new QuickVerdict(measured, judging.apply(measured), attempt);
            if (verdict.judgement().verdict() != Verdict.REGRESSION || attempt == attemptsMax) {
                return verdict;
            }
            System.err.println(verdict.text() + "; measuring again");
        }
    }

    String text() {
        String busy = measured.isQuiet()
                ? ""
                : String.format(
                        Locale.ROOT, "; other processes left %.0f %% of a processor", 100 * measured.processorShare());
        return QuickBenchmarks.text(measured.run(), judgement)
                + busy
                + (attempts > 1 ? "; measured " + attempts + " times" : "");
    }
}
