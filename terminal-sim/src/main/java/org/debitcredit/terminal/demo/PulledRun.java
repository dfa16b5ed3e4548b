package org.debitcredit.terminal.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.contract.Json;
import org.debitcredit.terminal.report.AnswerReconciliation;
import org.debitcredit.terminal.run.RunResult;

/**
 * A run whose server was killed from the page, and what was found at its end.
 *
 * @param pulls the kills, maybe none
 * @param differences the first answers that were lost, each a sentence
 */
record PulledRun(RunResult result, List<Pull> pulls, AnswerReconciliation reconciliation, List<String> differences) {

    RunVerdict verdict() {
        long failed =
                result.failures().values().stream().mapToLong(Long::longValue).sum();
        return RunVerdict.of(KillRules.books(reconciliation, differences, failed));
    }

    /** One sentence. */
    String headline() {
        return String.format(
                Locale.ROOT,
                "%s: %,d of %,d answers were found again after %s, and the books %s",
                passed() ? "PASSED" : "FAILED",
                reconciliation.found(),
                reconciliation.answers(),
                pulls.size() == 1 ? "one kill -9" : pulls.size() + " times kill -9",
                reconciliation.booksBalance() ? "balance" : "DO NOT BALANCE");
    }

    boolean passed() {
        return verdict().verdict() == Verdict.PASS;
    }

    /** For a person. */
    String text() {
        StringBuilder text = new StringBuilder(String.format("%n%s%n", headline()));
        verdict()
                .reasons()
                .forEach(finding -> text.append(String.format("  ! %s: %s%n", finding.rule(), finding.reason())));
        differences.forEach(difference -> text.append(String.format("  ! %s%n", difference)));
        for (Pull pull : pulls) {
            Outage outage = pull.outage();
            Pull.Found found = pull.found();
            if (outage != null && found != null) {
                text.append(String.format(
                        Locale.ROOT,
                        "  process %d was killed at %s; the service was ready again after %,.1f s; %s%n",
                        pull.pid(),
                        pull.killed(),
                        KillRules.seconds(outage.length()),
                        KillRules.silence(found.silence())));
            }
        }
        return text.toString();
    }

    ObjectNode json() {
        ObjectNode json = Json.object();
        json.put("passed", passed());
        json.put("verdict", verdict().verdict().word());
        json.put("terminals", result.plan().terminals());
        json.put("answers", reconciliation.answers());
        json.put("found", reconciliation.found());
        json.put("lost", reconciliation.lost());
        json.put("unanswered", reconciliation.unanswered());
        json.put("invariantsHold", reconciliation.booksBalance());
        json.put("seed", result.plan().seed());
        ArrayNode kills = json.putArray("pulls");
        pulls.forEach(pull -> kills.add(PlugJson.of(pull)));
        ArrayNode against = json.putArray("against");
        verdict().reasons().forEach(finding -> against.add(finding.toString()));
        return json;
    }
}
