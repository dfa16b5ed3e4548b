package org.debitcredit.terminal.report;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.debitcredit.measure.verdict.RunVerdict;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the report of a certification discloses, in the order of the report.
 *
 * @param title such as <i>DebitCredit (after TPC-A)</i>
 * @param verdict over all loads, ACID tests and the success file
 * @param ruleSet that the run follows, in words
 * @param deviations from the rule set, all of them, each a sentence
 * @param foremost what the first words say besides the verdict and the tests, each a sentence
 * @param machine name of a fact and the fact: processors, memory, kernel, disk, versions, flags of both JVMs
 * @param probe name of a fact of the storage probe and the fact
 * @param bank name of a fact of schema and scale and the fact
 * @param loads from the lowest to the highest; the last one is the reported one
 * @param acid tests, in the order of the report
 * @param reconciliation null when the kill test was not run, or came to no end
 * @param command that repeats the run
 */
public record Disclosure(
        String title,
        Instant began,
        String revision,
        RunVerdict verdict,
        String ruleSet,
        List<String> deviations,
        List<String> foremost,
        SortedMap<String, String> machine,
        SortedMap<String, String> probe,
        SortedMap<String, String> bank,
        List<MeasuredLoad> loads,
        List<AcidTest> acid,
        @Nullable AnswerReconciliation reconciliation,
        PriceList prices,
        String command) {

    /** The load whose figures the run reports: the last one. */
    public Optional<MeasuredLoad> reported() {
        return loads.isEmpty() ? Optional.empty() : Optional.of(loads.get(loads.size() - 1));
    }
}
