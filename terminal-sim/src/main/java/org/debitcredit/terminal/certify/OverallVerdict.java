package org.debitcredit.terminal.certify;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.report.AnswerReconciliation;
import org.debitcredit.terminal.report.MeasuredLoad;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on a certification. A broken ACID test or an answer that the bank does not have fails it, whatever the
 * loads were: it says something about the service even when a load does not.
 */
final class OverallVerdict {

    /** Rules of what the bank has. They say something about the service whatever the load was. */
    private static final Set<String> OF_ANSWERS = Set.of(PositionRule.NAME, RunBooks.GREW, RunBooks.LOOKED_UP);

    private OverallVerdict() {}

    /**
     * The verdict.
     *
     * @param loads verdicts by per cent of the requested rate
     * @param others findings that are of no load and of no test, such as why the loads ended early
     */
    static RunVerdict of(
            SortedMap<Integer, RunVerdict> loads,
            List<Finding> others,
            List<Tested> tests,
            @Nullable AnswerReconciliation reconciliation) {
        List<Finding> ofService = new ArrayList<>(others);
        tests.forEach(test -> ofService.add(test.finding()));
        if (reconciliation != null) {
            ofService.add(reconciled(reconciliation));
        }
        List<Finding> all = new ArrayList<>();
        loads.forEach((percent, verdict) -> all.addAll(MeasuredLoad.findings(percent, verdict)));
        all.addAll(ofService);
        boolean isBroken = ofService.stream().anyMatch(finding -> finding.verdict() == Verdict.FAIL)
                || loads.values().stream().anyMatch(OverallVerdict::isBroken);
        return isBroken ? new RunVerdict(Verdict.FAIL, List.copyOf(all)) : RunVerdict.of(all);
    }

    /**
     * A failed load fails the certification whatever the others were. So does a void one whose answers the bank lacks.
     */
    private static boolean isBroken(RunVerdict load) {
        return load.verdict() == Verdict.FAIL
                || load.findings().stream()
                        .anyMatch(finding -> OF_ANSWERS.contains(finding.rule()) && finding.verdict() == Verdict.FAIL);
    }

    private static Finding reconciled(AnswerReconciliation reconciliation) {
        boolean holds = reconciliation.answers() > 0 && reconciliation.holds();
        return new Finding(
                "success file",
                holds ? Verdict.PASS : Verdict.FAIL,
                String.format(
                        Locale.ROOT,
                        "of %,d answers %,d were found and %,d lost; %,d transactions had no answer, and at most %,d may; the "
                                + "books %s",
                        reconciliation.answers(),
                        reconciliation.found(),
                        reconciliation.lost(),
                        reconciliation.unanswered(),
                        reconciliation.inFlight(),
                        reconciliation.booksBalance() ? "balanced" : "did not balance"));
    }
}
