package org.debitcredit.terminal.atm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.debitcredit.measure.Latency;
import org.debitcredit.terminal.contract.Json;
import org.debitcredit.terminal.run.Observed;

/** A verdict as one JSON object. */
public final class VerdictJson {

    private static final double DECIMALS = 1_000;

    private VerdictJson() {}

    public static ObjectNode of(Judged judged) {
        Observed observed = judged.observed();
        ObjectNode json = Json.object();
        json.put("passed", judged.verdict().passed());
        json.put("terminals", observed.terminals());
        json.put("transactions", observed.transactions());
        json.put("failed", observed.failed());
        json.put("tps", rounded(observed.tps()));
        putLatency(json, observed.overall());
        json.put("invariantsHold", observed.invariantsHold());
        json.put("report", judged.report().toString());
        json.put("journalAgrees", observed.journalAgrees());
        json.put("journalTransactions", observed.journalTransactions());
        json.put("keyedAnswers", observed.keyedAnswers());
        json.put("seconds", rounded(observed.seconds()));
        json.put("thinkMillisMean", judged.plan().think().mean().toMillis());
        json.put("closedLoopTps", rounded(observed.closedLoopTransactions() / observed.seconds()));
        json.put("preset", judged.bank().preset().toString());
        json.put("branches", judged.bank().scale().branches());
        json.put("seed", judged.plan().seed());
        json.put("refused", observed.refused());
        observed.refusals().forEach(json.putObject("refusals")::put);
        observed.failures().forEach(json.putObject("failures")::put);
        ObjectNode types = json.putObject("types");
        observed.byType().forEach((operation, latency) -> {
            ObjectNode type = types.putObject(operation.id());
            type.put("transactions", latency.count());
            putLatency(type, latency);
        });
        ArrayNode against = json.putArray("against");
        judged.verdict().against().forEach(against::add);
        ArrayNode remarks = json.putArray("remarks");
        judged.verdict().remarks().forEach(remarks::add);
        return json;
    }

    /** For a run that could not be carried out. */
    public static ObjectNode failure(String message) {
        return Json.object().put("passed", false).put("error", message);
    }

    private static void putLatency(ObjectNode json, Latency latency) {
        json.put("p50Millis", rounded(latency.p50Millis()));
        json.put("p90Millis", rounded(latency.p90Millis()));
        json.put("p99Millis", rounded(latency.p99Millis()));
        json.put("maxMillis", rounded(latency.maxMillis()));
    }

    private static double rounded(double value) {
        return Double.isFinite(value) ? Math.rint(value * DECIMALS) / DECIMALS : 0;
    }
}
