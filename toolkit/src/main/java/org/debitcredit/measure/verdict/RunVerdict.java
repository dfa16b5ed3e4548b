package org.debitcredit.measure.verdict;

import java.util.Comparator;
import java.util.List;

/**
 * The verdict on a run, which is the one that prevails among its findings.
 *
 * @param findings of all rules, including those that passed
 */
public record RunVerdict(Verdict verdict, List<Finding> findings) {

    /** The verdict on a run; without any finding, a run is undecided. */
    public static RunVerdict of(List<Finding> findings) {
        Verdict prevails = findings.stream()
                .map(Finding::verdict)
                .max(Comparator.naturalOrder())
                .orElse(Verdict.UNDECIDED);
        return new RunVerdict(prevails, List.copyOf(findings));
    }

    /** The findings of the rules that did not pass. */
    public List<Finding> reasons() {
        return findings.stream()
                .filter(finding -> finding.verdict() != Verdict.PASS)
                .toList();
    }
}
