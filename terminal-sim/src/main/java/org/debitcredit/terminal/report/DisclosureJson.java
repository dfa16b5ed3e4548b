package org.debitcredit.terminal.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.contract.Json;
import org.debitcredit.terminal.run.RunResult;
import org.debitcredit.terminal.run.WorkloadEvidence;

/** The report of a certification as JSON: the last line of the command, and the file beside the page. */
public final class DisclosureJson {

    static final String FILE = "report.json";

    private static final double MICROS_PER_MILLI = 1_000;
    private static final double DECIMALS = 1_000;

    private static final QuantileBounds NO_P90 =
            new QuantileBounds(MeasuredLoad.QUANTILE, 0, Double.NaN, Double.NaN, Double.NaN);

    private DisclosureJson() {}

    /** Writes the file into a folder, and returns its path. */
    public static Path write(Disclosure disclosure, Path folder) throws IOException {
        return Files.writeString(
                folder.resolve(FILE),
                whole(disclosure, folder.resolve(DisclosurePage.FILE)).toPrettyString() + "\n");
    }

    /**
     * The object of the command's last line. What is unknown is null.
     *
     * @param report path of the page
     */
    public static ObjectNode summary(Disclosure disclosure, Path report) {
        ObjectNode json = Json.object();
        json.put("verdict", disclosure.verdict().verdict().word());
        json.put("headline", Headline.of(disclosure));
        put(
                json,
                "tps",
                disclosure
                        .reported()
                        .map(load -> load.result().traffic().perSecond())
                        .orElse(Double.NaN));
        QuantileBounds p90 = disclosure
                .reported()
                .flatMap(load ->
                        MeasuredLoad.slowestKind(load.result()).map(kind -> MeasuredLoad.p90(load.result(), kind)))
                .orElse(NO_P90);
        putP90(json, p90);
        ObjectNode outcomes = json.putObject("acid");
        ObjectNode reasons = json.putObject("acidReasons");
        for (AcidTest test : AcidTest.all(disclosure.acid())) {
            outcomes.put(test.id(), test.outcome().id());
            if (test.outcome() != AcidTest.Outcome.HELD) {
                reasons.put(test.id(), test.found());
            }
        }
        json.put(
                "reconciled",
                disclosure.reconciliation() != null
                        && disclosure.reconciliation().holds());
        json.put("report", report.toString());
        putReasons(json, disclosure.verdict());
        return json;
    }

    /** The same of a certification that came to no disclosure: what is unknown is null, and no test was run. */
    public static ObjectNode failed(String reason) {
        ObjectNode json = Json.object();
        json.put("verdict", Verdict.VOID.word());
        json.put("headline", reason);
        put(json, "tps", Double.NaN);
        putP90(json, NO_P90);
        ObjectNode outcomes = json.putObject("acid");
        ObjectNode reasons = json.putObject("acidReasons");
        for (String id : AcidTest.IDS) {
            outcomes.put(id, AcidTest.Outcome.NOT_RUN.id());
            reasons.put(id, reason);
        }
        json.put("reconciled", false);
        json.putNull("report");
        json.putArray("reasons").add(reason);
        json.put("error", reason);
        return json;
    }

    private static void putReasons(ObjectNode json, RunVerdict verdict) {
        ArrayNode reasons = json.putArray("reasons");
        verdict.reasons().forEach(finding -> reasons.add(finding.toString()));
    }

    private static void putP90(ObjectNode json, QuantileBounds micros) {
        put(json, "p90Millis", micros.estimate() / MICROS_PER_MILLI);
        put(json, "p90LowMillis", micros.low() / MICROS_PER_MILLI);
        put(json, "p90HighMillis", micros.high() / MICROS_PER_MILLI);
    }

    static ObjectNode whole(Disclosure disclosure, Path report) {
        ObjectNode json = summary(disclosure, report);
        json.put("title", disclosure.title());
        json.put("began", disclosure.began().toString());
        json.put("revision", disclosure.revision());
        json.put("ruleSet", disclosure.ruleSet());
        disclosure.deviations().forEach(json.putArray("deviations")::add);
        disclosure.machine().forEach(json.putObject("machine")::put);
        disclosure.probe().forEach(json.putObject("probe")::put);
        disclosure.bank().forEach(json.putObject("bank")::put);
        putFindings(json, disclosure.verdict());
        ArrayNode loads = json.putArray("loads");
        disclosure.loads().forEach(load -> putLoad(loads.addObject(), load));
        ArrayNode acid = json.putArray("acidTests");
        for (AcidTest test : AcidTest.all(disclosure.acid())) {
            acid.addObject()
                    .put("id", test.id())
                    .put("outcome", test.outcome().id())
                    .put("done", test.done())
                    .put("found", test.found());
        }
        putReconciliation(json, disclosure);
        ObjectNode prices =
                json.putObject("prices").put("currency", disclosure.prices().currency());
        ArrayNode items = prices.putArray("items");
        disclosure
                .prices()
                .items()
                .forEach(item -> items.addObject().put("name", item.name()).put("price", item.price()));
        json.put("command", disclosure.command());
        return json;
    }

    private static void putFindings(ObjectNode json, RunVerdict verdict) {
        ArrayNode findings = json.putArray("findings");
        verdict.findings()
                .forEach(finding -> findings.addObject()
                        .put("rule", finding.rule())
                        .put("verdict", finding.verdict().word())
                        .put("reason", finding.reason()));
    }

    private static void putReconciliation(ObjectNode json, Disclosure disclosure) {
        AnswerReconciliation reconciliation = disclosure.reconciliation();
        if (reconciliation == null) {
            json.putNull("reconciliation");
            return;
        }
        json.putObject("reconciliation")
                .put("answers", reconciliation.answers())
                .put("found", reconciliation.found())
                .put("lost", reconciliation.lost())
                .put("unanswered", reconciliation.unanswered())
                .put("inFlight", reconciliation.inFlight())
                .put("booksBalance", reconciliation.booksBalance());
    }

    private static void putLoad(ObjectNode json, MeasuredLoad load) {
        RunResult result = load.result();
        json.put("percent", load.percent());
        json.put("verdict", load.verdict().verdict().word());
        json.put("scenario", result.plan().scenario().name());
        json.put("terminals", result.load().terminals());
        json.put("windowBegan", result.windowBegan().toString());
        json.put("seconds", result.traffic().seconds());
        put(json, "tps", result.traffic().perSecond());
        json.put("due", result.traffic().due());
        json.put("answers", result.traffic().answers());
        json.put("failed", result.traffic().failed());
        put(json, "stolenShare", result.stolenShare());
        json.put("connectionsMost", result.connections().most());
        json.put("connectionsOpened", result.connections().opened());
        json.put("connectionsLimit", result.connections().limit());
        json.put("repeats", result.repeats());
        json.put("reversals", result.reversals());
        putCounts(json.putObject("refusals"), result.refusals());
        putCounts(json.putObject("failures"), result.failures());
        ArrayNode checkpoints = json.putArray("checkpoints");
        load.checkpoints().forEach(checkpoint -> {
            ObjectNode each = checkpoints.addObject();
            put(each, "fromSeconds", checkpoint.fromSeconds());
            put(each, "toSeconds", checkpoint.toSeconds());
        });
        putFindings(json, load.verdict());
        ObjectNode types = json.putObject("types");
        for (String kind : result.recording().kinds()) {
            putType(types.putObject(kind), result, kind);
        }
        putWorkload(json.putObject("workload"), result.workload());
        putNumbers(json.putArray("dueBySecond"), result.traffic().dueBySecond());
        putNumbers(json.putArray("answersBySecond"), result.traffic().answersBySecond());
    }

    private static void putType(ObjectNode json, RunResult result, String kind) {
        Histogram intended = result.recording().of(kind).fromIntended();
        json.put("answers", intended.getTotalCount());
        if (intended.getTotalCount() == 0) {
            return;
        }
        putP90(json, MeasuredLoad.p90(result, kind));
        putTimes(json.putObject("fromIntended"), intended);
        putTimes(json.putObject("fromActual"), result.recording().of(kind).fromActual());
        ArrayNode cells = json.putArray("histogram");
        for (Distribution.Cell cell : Distribution.cells(intended)) {
            ObjectNode each = cells.addObject();
            each.put("fromMillis", cell.fromMillis());
            each.put("toMillis", cell.toMillis());
            each.put("answers", cell.answers());
        }
    }

    private static void putTimes(ObjectNode json, Histogram micros) {
        put(json, "meanMillis", micros.getMean() / MICROS_PER_MILLI);
        put(json, "p50Millis", QuantileBounds.quantile(micros, 0.5) / MICROS_PER_MILLI);
        put(json, "p90Millis", QuantileBounds.quantile(micros, 0.9) / MICROS_PER_MILLI);
        put(json, "p99Millis", QuantileBounds.quantile(micros, 0.99) / MICROS_PER_MILLI);
        put(json, "p999Millis", QuantileBounds.quantile(micros, 0.999) / MICROS_PER_MILLI);
        put(json, "maxMillis", micros.getMaxValue() / MICROS_PER_MILLI);
    }

    private static void putWorkload(ObjectNode json, WorkloadEvidence evidence) {
        json.put("home", evidence.home());
        json.put("away", evidence.away());
        json.put("amountMinMinor", evidence.amountMinMinor());
        json.put("amountMaxMinor", evidence.amountMaxMinor());
        putNumbers(json.putArray("amountCells"), evidence.amountCells());
        json.put("tellersUsed", evidence.tellersUsed());
        json.put("atOtherTellers", evidence.atOtherTellers());
    }

    private static void putCounts(ObjectNode json, Map<String, Long> counts) {
        counts.forEach(json::put);
    }

    private static void putNumbers(ArrayNode json, long[] numbers) {
        for (long number : numbers) {
            json.add(number);
        }
    }

    private static void put(ObjectNode json, String field, double value) {
        if (Double.isFinite(value)) {
            json.put(field, Math.rint(value * DECIMALS) / DECIMALS);
        } else {
            json.putNull(field);
        }
    }
}
