package org.debitcredit.terminal.nation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.run.RunEvidence;

/** Judges a run: nothing may be lost or left in transit, the books must balance, and the answers must come in time. */
final class NationRules {

    private NationRules() {}

    static RunVerdict verdict(NationResult run) {
        Reckoning found = run.reckoning();
        List<Finding> findings = new ArrayList<>();
        findings.add(answers(found.answers()));
        findings.add(inTransit(found.rest()));
        findings.add(finding(
                "no strays",
                found.rest().strays() == 0,
                "the regions have %,d transactions with correspondents that are no out-of-town ones; none may be",
                found.rest().strays()));
        findings.add(finding(
                "the books balance",
                found.notBalancing().isEmpty(),
                "the sums of accounts, tellers, branches and history are %s",
                found.notBalancing().isEmpty()
                        ? "equal in all " + run.plan().regions() + " regions"
                        : "not equal in the regions " + found.notBalancing()));
        findings.add(tills(found.tills()));
        findings.add(finding(
                "no failed transaction",
                run.failed() == 0,
                "%,d requests had no answer of the bank in the end; none may%s",
                run.failed(),
                run.failures().entrySet().stream()
                        .findFirst()
                        .map(NationRules::example)
                        .orElse("")));
        findings.add(
                responseTimes("in the ATM's own region", run.local(), run.plan().isKilling()));
        if (run.plan().outOfTownPercent() > 0) {
            findings.add(
                    responseTimes("out of town", run.outOfTown(), run.plan().isKilling()));
        }
        if (run.plan().isKilling()) {
            findings.add(finding(
                    "services were killed",
                    run.killed() > 0,
                    "%,d services were killed; a run with --kill must be long enough for one",
                    run.killed()));
        }
        return RunVerdict.of(findings);
    }

    private static String example(Map.Entry<String, Long> failure) {
        return ". " + failure.getValue() + " of them: " + failure.getKey();
    }

    private static Finding answers(AnswerCheck.Result answers) {
        return finding(
                "every acknowledged answer is found",
                answers.lost() == 0 && answers.answers() > 0,
                "%,d of %,d answers were found, at the region that gave them, with the same outcome and position%s",
                answers.answers() - answers.lost(),
                answers.answers(),
                answers.differences().isEmpty()
                        ? ""
                        : ". " + answers.differences().get(0));
    }

    private static Finding inTransit(Settling.Rest rest) {
        String pair = rest.pairs().stream()
                .filter(one -> one.inTransitMinor() != 0)
                .findFirst()
                .map(one -> String.format(
                        Locale.ROOT,
                        ". From region %d to region %d it is %,d: the account due has %,d, and the network teller %,d",
                        one.acquirer(),
                        one.issuer(),
                        one.inTransitMinor(),
                        one.dueFromMinor(),
                        one.networkTellerMinor()))
                .orElse("");
        return finding(
                "nothing stays in transit",
                rest.isNothing(),
                "%,d minor units and %,d transactions were in transit or in progress %d s after the run, or sooner; "
                        + "none may be%s%s",
                rest.inTransitMinor(),
                rest.unsettled(),
                Settling.LONGEST.toSeconds(),
                rest.example().isEmpty() ? "" : ". The most unsettled: " + rest.example(),
                pair);
    }

    private static Finding tills(TillCheck.Result tills) {
        String first = tills.first();
        return finding(
                "the tills agree with the answers of the ATMs",
                tills.differing() == 0 && tills.toldMinor() == tills.bookedMinor(),
                "the tills have %,d minor units, and the ATMs were told of %,d; %,d of %,d tills differ%s",
                tills.bookedMinor(),
                tills.toldMinor(),
                tills.differing(),
                tills.tills(),
                first == null ? "" : ". " + first);
    }

    private static Finding responseTimes(String kind, AtmResponseTimes times, boolean isKilling) {
        String rule = "response times " + kind;
        Histogram judged = isKilling ? times.undisturbed() : times.all();
        if (judged.getTotalCount() == 0) {
            return new Finding(rule, Verdict.UNDECIDED, "there is no such answer to judge; let the run last longer");
        }
        double p90Millis = AtmResponseTimes.p90Millis(judged);
        String without = String.format(
                Locale.ROOT,
                ". Not in this figure are answers that needed a service which was away, or had been ready again for "
                        + "less than %d s; with them it is %,.1f ms",
                Outages.SETTLED_SECONDS,
                AtmResponseTimes.p90Millis(times.all()));
        return finding(
                rule,
                p90Millis < RunEvidence.LIMIT.toMillis(),
                "90 %% of %,d answers took at most %,.1f ms; the limit is %,d ms%s",
                judged.getTotalCount(),
                p90Millis,
                RunEvidence.LIMIT.toMillis(),
                isKilling ? without : "");
    }

    private static Finding finding(String rule, boolean holds, String reason, Object... values) {
        return new Finding(rule, holds ? Verdict.PASS : Verdict.FAIL, String.format(Locale.ROOT, reason, values));
    }
}
