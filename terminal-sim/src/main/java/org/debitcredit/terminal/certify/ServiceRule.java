package org.debitcredit.terminal.certify;

import java.util.Locale;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.run.RunResult;
import org.jspecify.annotations.Nullable;

/**
 * The service answers from the first request of a certification to the last one, also while nothing is measured. A
 * certification that ends early for another reason shows nothing about it.
 */
final class ServiceRule {

    static final String NAME = "the service answers all the time";

    private ServiceRule() {}

    /** What the rule finds after the warm-up, which nobody measures; null while the service answers. */
    static @Nullable Finding afterWarmUp(Inspector inspector, RunResult warmUp) {
        try {
            inspector.info();
            return null;
        } catch (RunFailure unanswered) {
            return new Finding(
                    NAME,
                    Verdict.FAIL,
                    String.format(
                            Locale.ROOT,
                            "no answer came from second %d of the unmeasured warm-up on: %s",
                            silentFrom(warmUp),
                            unanswered.getMessage()));
        }
    }

    /** The first second after the last one that had answers, since the first terminal started. */
    private static long silentFrom(RunResult run) {
        long[] answers = run.traffic().answersBySecond();
        int silent = answers.length;
        while (silent > 0 && answers[silent - 1] == 0) {
            silent--;
        }
        return run.plan().phases().untilWindow().toSeconds() + silent;
    }

    /** What the rule finds when a step failed: whether the service is at fault, or the certification itself. */
    static Finding ended(Inspector inspector, RuntimeException failed) {
        try {
            inspector.info();
            return new Finding(
                    NAME,
                    Verdict.VOID,
                    "the certification ended early, and the service answers: " + CertificationSteps.text(failed));
        } catch (RunFailure unanswered) {
            return unanswered(unanswered);
        }
    }

    private static Finding unanswered(RunFailure unanswered) {
        return new Finding(NAME, Verdict.FAIL, "the service does not answer any more: " + unanswered.getMessage());
    }
}
