package org.debitcredit.measure.verdict;

import java.util.Comparator;
import java.util.List;

/**
 * What a run comes to: the verdict that prevails among its findings.
 *
 * @param findings of every rule, those that hold included
 */
public record RunVerdict(Verdict verdict, List<Finding> findings) {

    /** The verdict on a run; a run that no rule was asked about is undecided. */
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
