package org.debitcredit.laboratory;

import org.HdrHistogram.Histogram;
import org.debitcredit.streams.StreamResult;
import org.debitcredit.streams.StreamSettings;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A bench's figures as one JSON object. What was not measured is null. */
final class BenchJson {

    private BenchJson() {}

    static String of(BenchFigures figures) {
        StreamSettings settings = figures.settings();
        StreamResult result = figures.result();
        Histogram micros = result.micros();
        ObjectNode fields = JsonMapper.shared().createObjectNode();
        fields.put("ledger", figures.ledger())
                .put("journal", figures.journal())
                .put("inFlight", settings.inFlight())
                .put("streams", settings.streams())
                .put("batch", settings.batch())
                .put("accounts", figures.accounts())
                .put("rate", settings.perSecond())
                .put("caughtUp", result.caughtUp())
                .put("unsent", result.unsent())
                .put("transactions", result.transactions())
                .put("seconds", result.measuredSeconds())
                .put("tps", result.perSecond())
                .put("p50Micros", micros.getValueAtPercentile(50))
                .put("p90Micros", micros.getValueAtPercentile(90))
                .put("p99Micros", micros.getValueAtPercentile(99))
                .put("p999Micros", micros.getValueAtPercentile(99.9))
                .put("maxMicros", micros.getMaxValue())
                .put("forces", result.forces())
                .put("transactionsPerForce", result.transactionsPerForce())
                .put("longestForceMicros", figures.isInProcess() ? result.longestForceNanos() / 1_000 : null)
                .put("journalBytesPerTransaction", result.perTransaction(result.journalBytes()))
                .put("cpuMicrosPerTransaction", result.perTransaction(result.cpuNanos()) / 1e3)
                .put("syscallsPerTransaction", result.perTransaction(result.syscalls()))
                .put(
                        "physicalWritesPerTransaction",
                        figures.isInProcess() ? result.perTransaction(result.physicalWrites()) : null)
                .put("durable", figures.isDurable())
                .put("invariantsHold", figures.sumsHold());
        return fields.toString();
    }
}
