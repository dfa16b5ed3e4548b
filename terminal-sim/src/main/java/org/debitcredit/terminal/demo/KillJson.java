package org.debitcredit.terminal.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.contract.Json;
import org.debitcredit.terminal.report.AnswerReconciliation;
import org.debitcredit.terminal.run.RunResult;

/** The verdict on a run whose server was killed, as one JSON object. */
final class KillJson {

    private static final double DECIMALS = 1_000;

    private KillJson() {}

    static ObjectNode of(KilledRun run, RunVerdict verdict, Path report) {
        RunResult result = run.result();
        AnswerReconciliation books = run.reconciliation();
        ObjectNode json = Json.object();
        json.put("passed", verdict.verdict() == Verdict.PASS);
        json.put("verdict", verdict.verdict().word());
        json.put("terminals", result.plan().terminals());
        json.put("answers", books.answers());
        json.put("found", books.found());
        json.put("lost", books.lost());
        json.put("unanswered", books.unanswered());
        json.put("invariantsHold", books.booksBalance());
        json.put("outageSeconds", rounded(KillRules.seconds(run.outage().length())));
        if (run.silence() == null) {
            json.putNull("silenceSeconds");
        } else {
            json.put("silenceSeconds", rounded(KillRules.seconds(run.silence())));
        }
        json.put("p90Millis", rounded(KillRules.p90Millis(run.undisturbed().all())));
        json.put("failed", run.failed());
        json.put("repeats", result.repeats());
        json.put("reversals", result.reversals());
        json.put("killed", run.outage().killed().toString());
        json.put("ready", run.outage().ready().toString());
        json.put("report", report.toString());
        json.put("seed", result.plan().seed());
        ArrayNode recovery = json.putArray("recovery");
        run.outage().recovery().forEach(recovery::add);
        ArrayNode against = json.putArray("against");
        verdict.reasons().forEach(finding -> against.add(finding.toString()));
        ArrayNode differences = json.putArray("differences");
        run.differences().forEach(differences::add);
        return json;
    }

    private static double rounded(double value) {
        return Math.rint(value * DECIMALS) / DECIMALS;
    }
}
