package org.debitcredit.laboratory;

import java.nio.file.Path;
import org.debitcredit.probe.ArticleRow;
import org.debitcredit.probe.CostModel;
import org.debitcredit.probe.FillAheadRow;
import org.debitcredit.probe.JournalRow;
import org.debitcredit.probe.MeasuredOperation;
import org.debitcredit.probe.OperationTimes;
import org.debitcredit.probe.ProbeResult;
import org.debitcredit.probe.ProbeVerdict;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A probe's result as one JSON object. */
final class ProbeJson {

    private static final double DECIMALS = 1_000;

    private ProbeJson() {}

    static ObjectNode of(ProbeResult result, Path report) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("directory", result.directory().toString());
        json.put("fileSystem", result.medium().type());
        json.put("device", result.medium().device());
        json.put("durable", !result.medium().isMemory());
        json.put("began", result.began().toString());
        json.put("seconds", rounded(result.seconds()));
        json.put("preparedBytes", result.preparedBytes());
        ProbeVerdict verdict = ProbeVerdict.of(result);
        json.put("verdict", verdict.headline());
        json.put("reliable", verdict.isReliable());
        json.put("report", report.toString());
        putArticle(json, result);
        putForcedWrites(json, result);
        putGroups(json, result);
        ArrayNode journals = json.putArray("journals");
        result.journals().forEach(row -> putJournal(journals.addObject(), row));
        putFillAhead(json.putObject("fillAhead"), result.fillAhead());
        return json;
    }

    private static void putArticle(ObjectNode json, ProbeResult result) {
        ObjectNode disk = json.putObject("disk");
        disk.put("seekMillis", result.disk().seekMillis());
        disk.put("rpm", result.disk().rpm());
        disk.put("megabytesPerSecond", result.disk().megabytesPerSecond());
        disk.put("accessMillis", result.disk().accessMillis());
        disk.put("transactionsPerSecond", rounded(result.disk().transactionsPerSecond()));
        ArrayNode article = json.putArray("article");
        for (ArticleRow row : ArticleRow.table(result)) {
            article.addObject()
                    .put("name", row.name())
                    .put("transactionsPerSecond", rounded(row.perSecond()))
                    .put("accessMillis", rounded(row.accessMillis()))
                    .put("articleTransactionsPerSecond", row.articles());
        }
    }

    private static void putForcedWrites(ObjectNode json, ProbeResult result) {
        ArrayNode forces = json.putArray("forces");
        result.forces().forEach(row -> {
            ObjectNode force = forces.addObject();
            force.put("way", row.way().name());
            force.put("blockBytes", row.blockBytes());
            force.put("megabytesPerSecond", rounded(row.megabytesPerSecond()));
            putMeasured(force, row.measured());
        });
        ObjectNode seeks = json.putObject("randomReads");
        seeks.put("direct", result.seeks().direct());
        seeks.put("fileBytes", result.seeks().fileBytes());
        putMeasured(seeks, result.seeks().measured());
    }

    private static void putGroups(ObjectNode json, ProbeResult result) {
        CostModel model = result.model();
        ObjectNode cost = json.putObject("costModel");
        cost.put("fixedMicros", rounded(model.fixedMicros()));
        cost.put("nanosPerByte", model.microsPerByte() * 1_000);
        ArrayNode groups = json.putArray("groups");
        result.groups().forEach(row -> {
            ObjectNode group = groups.addObject();
            group.put("transactions", row.transactions());
            group.put("bytes", row.bytes());
            group.put("transactionsPerSecond", rounded(row.transactionsPerSecond()));
            group.put("predictedTransactionsPerSecond", rounded(row.predictedPerSecond()));
            putMeasured(group, row.forces());
        });
    }

    private static void putJournal(ObjectNode json, JournalRow row) {
        json.put("transactions", row.transactions());
        json.put("bytes", row.bytes());
        json.put("void", row.isVoid());
        putForces(json.putObject("floor"), row.transactions(), row.floor());
        ArrayNode kinds = json.putArray("kinds");
        row.journals().forEach(journal -> {
            ObjectNode kind = kinds.addObject().put("kind", journal.kind());
            kind.put("ofFloor", rounded(journal.ofFloor()));
            putForces(kind, row.transactions(), journal.forces());
        });
    }

    private static void putFillAhead(ObjectNode json, FillAheadRow row) {
        json.put("transactions", row.transactions());
        json.put("onOverOff", rounded(row.onOverOff()));
        putForces(json.putObject("on"), row.transactions(), row.on());
        putForces(json.putObject("off"), row.transactions(), row.off());
    }

    private static void putForces(ObjectNode json, int transactions, MeasuredOperation forces) {
        json.put("transactionsPerSecond", rounded(forces.perSecond() * transactions));
        putMeasured(json, forces);
    }

    private static void putMeasured(ObjectNode json, MeasuredOperation measured) {
        json.put("perSecond", rounded(measured.perSecond()));
        ArrayNode rounds = json.putArray("perSecondByRound");
        measured.byRound().forEach(perSecond -> rounds.add(rounded(perSecond)));
        OperationTimes times = measured.times();
        json.put("samples", times.count());
        json.put("p50Micros", times.p50Micros());
        json.put("p99Micros", times.p99Micros());
        json.put("p999Micros", times.p999Micros());
        json.put("maxMicros", times.maxMicros());
    }

    private static double rounded(double value) {
        return Math.rint(value * DECIMALS) / DECIMALS;
    }
}
