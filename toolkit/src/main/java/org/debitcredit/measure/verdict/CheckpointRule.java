package org.debitcredit.measure.verdict;

import java.util.List;
import java.util.Locale;

/** The window of measurement holds the start and the end of a checkpoint. */
final class CheckpointRule {

    private static final String RULE = "a checkpoint in the window";

    private CheckpointRule() {}

    static Finding finding(double windowSeconds, List<Checkpoint> checkpoints) {
        for (Checkpoint checkpoint : checkpoints) {
            if (checkpoint.fromSeconds() >= 0 && checkpoint.toSeconds() <= windowSeconds) {
                return new Finding(
                        RULE,
                        Verdict.PASS,
                        String.format(
                                Locale.ROOT,
                                "a checkpoint began at second %.1f and ended at second %.1f",
                                checkpoint.fromSeconds(),
                                checkpoint.toSeconds()));
            }
        }
        return new Finding(
                RULE,
                Verdict.VOID,
                String.format(
                        Locale.ROOT,
                        "of %d checkpoints none began and ended in the window of %.0f s; one must",
                        checkpoints.size(),
                        windowSeconds));
    }
}
