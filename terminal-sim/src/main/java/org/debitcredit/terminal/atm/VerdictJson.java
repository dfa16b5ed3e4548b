package org.debitcredit.terminal.atm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.RequestTimes;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.contract.Json;
import org.debitcredit.terminal.run.RunResult;

/** A verdict as one JSON object. */
public final class VerdictJson {

    private static final double DECIMALS = 1_000;
    private static final double MICROS_PER_MILLI = 1_000;

    private VerdictJson() {}

    public static ObjectNode of(Judged judged) {
        RunResult result = judged.result();
        Books books = judged.books();
        ObjectNode json = Json.object();
        json.put("passed", judged.verdict().verdict() == Verdict.PASS);
        json.put("verdict", judged.verdict().verdict().word());
        json.put("scenario", result.plan().scenario().name());
        json.put("terminals", result.plan().terminals());
        json.put("transactions", result.traffic().answers());
        json.put("failed", result.traffic().failed());
        json.put("tps", rounded(result.traffic().perSecond()));
        putTimes(json, all(result));
        json.put("invariantsHold", books.totals().holds());
        json.put("report", judged.report().toString());
        json.put("journalAgrees", books.journalAgrees());
        json.put("journalTransactions", books.journalTransactions());
        json.put("keyedAnswers", books.positions().distinct());
        json.put("seconds", result.traffic().seconds());
        json.put("thinkMillisMean", result.plan().scenario().think().mean().toMillis());
        json.put("preset", result.bank().preset().toString());
        json.put("branches", result.bank().scale().branches());
        json.put("seed", result.plan().seed());
        json.put("repeats", result.repeats());
        json.put("reversals", result.reversals());
        ObjectNode connections = json.putObject("connections");
        connections.put("limit", result.connections().limit());
        connections.put("most", result.connections().most());
        connections.put("opened", result.connections().opened());
        result.refusals().forEach(json.putObject("refusals")::put);
        result.failures().forEach(json.putObject("failures")::put);
        ObjectNode types = json.putObject("types");
        for (String kind : result.recording().kinds()) {
            Histogram micros = result.recording().of(kind).fromIntended();
            ObjectNode type = types.putObject(kind);
            type.put("transactions", micros.getTotalCount());
            putTimes(type, micros);
        }
        ArrayNode against = json.putArray("against");
        judged.verdict().reasons().forEach(finding -> against.add(finding.toString()));
        ArrayNode remarks = json.putArray("remarks");
        judged.remarks().forEach(remarks::add);
        return json;
    }

    /** For a run that could not be carried out. */
    public static ObjectNode failure(String message) {
        return Json.object().put("passed", false).put("error", message);
    }

    /** The response times of all kinds together, from the intended send time, microseconds. */
    static Histogram all(RunResult result) {
        Histogram all = RequestTimes.none().fromIntended();
        result.recording()
                .kinds()
                .forEach(kind -> all.add(result.recording().of(kind).fromIntended()));
        return all;
    }

    static double millis(Histogram micros, double quantile) {
        return micros.getTotalCount() == 0 ? 0 : QuantileBounds.quantile(micros, quantile) / MICROS_PER_MILLI;
    }

    private static void putTimes(ObjectNode json, Histogram micros) {
        json.put("p50Millis", rounded(millis(micros, 0.5)));
        json.put("p90Millis", rounded(millis(micros, 0.9)));
        json.put("p99Millis", rounded(millis(micros, 0.99)));
        json.put("p999Millis", rounded(millis(micros, 0.999)));
        json.put("maxMillis", rounded(micros.getMaxValue() / MICROS_PER_MILLI));
    }

    private static double rounded(double value) {
        return Double.isFinite(value) ? Math.rint(value * DECIMALS) / DECIMALS : 0;
    }
}
