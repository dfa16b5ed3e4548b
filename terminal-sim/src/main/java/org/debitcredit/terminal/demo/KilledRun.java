package org.debitcredit.terminal.demo;

import java.time.Duration;
import java.util.List;
import org.debitcredit.terminal.report.AnswerReconciliation;
import org.debitcredit.terminal.run.RunResult;
import org.jspecify.annotations.Nullable;

/**
 * A run whose server was killed in the middle of it, and what was found afterwards.
 *
 * @param undisturbed response times outside of the outage
 * @param silence how long no terminal had an answer; null if none had one after the kill
 * @param differences the first answers that were lost, each a sentence
 */
record KilledRun(
        RunResult result,
        Outage outage,
        UndisturbedTimes undisturbed,
        @Nullable Duration silence,
        AnswerReconciliation reconciliation,
        List<String> differences) {

    /** Requests that no terminal got an answer to in the end. */
    long failed() {
        return result.failures().values().stream().mapToLong(Long::longValue).sum();
    }
}
