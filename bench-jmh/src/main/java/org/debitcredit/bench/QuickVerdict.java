package org.debitcredit.bench;

import java.io.IOException;
import java.util.function.Function;
import org.debitcredit.history.BenchmarkRun;
import org.debitcredit.history.Regression.Judgement;
import org.debitcredit.history.Regression.Verdict;

/**
 * A run and what it is beside the recorded ones. One noisy moment is no regression: a run that looks like one is measured
 * again, and only the last counts.
 *
 * @param attempts how often it was measured
 */
record QuickVerdict(BenchmarkRun run, Judgement judgement, int attempts) {

    /** Where runs come from. */
    interface Measuring {
        BenchmarkRun run() throws IOException;
    }

    static QuickVerdict of(Measuring measuring, Function<BenchmarkRun, Judgement> judging, int attemptsMax)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            BenchmarkRun run = measuring.run();
            Judgement judgement = judging.apply(run);
            if (judgement.verdict() != Verdict.REGRESSION || attempt == attemptsMax) {
                return new QuickVerdict(run, judgement, attempt);
            }
            System.err.println(QuickBenchmarks.text(run, judgement) + "; measuring again");
        }
    }

    String text() {
        return QuickBenchmarks.text(run, judgement) + (attempts > 1 ? "; measured " + attempts + " times" : "");
    }
}
