package org.debitcredit.laboratory;

import java.util.List;
import org.debitcredit.history.BenchmarkRun;
import org.debitcredit.history.HistorySeries;
import org.debitcredit.history.HistoryVerdict;
import org.debitcredit.history.Regression;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The recorded benchmarks as one JSON object: the latest run of each, judged by the runs before it. */
final class HistoryJson {

    private HistoryJson() {}

    static ObjectNode of(List<HistorySeries> histories) {
        HistoryVerdict verdict = HistoryVerdict.of(histories);
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("verdict", verdict.sentence())
                .put("compared", verdict.compared())
                .put("regressions", verdict.worse());
        ArrayNode benchmarks = json.putArray("benchmarks");
        histories.forEach(series -> put(benchmarks.addObject(), series));
        return json;
    }

    /** If there are too few recorded runs, median, bound and change are null. */
    private static void put(ObjectNode json, HistorySeries series) {
        BenchmarkRun run = series.runs().get(series.runs().size() - 1);
        Regression.Judgement latest = series.latest();
        boolean isCompared = latest.verdict() != Regression.Verdict.NOTHING_TO_COMPARE;
        json.put("benchmark", series.benchmark())
                .put("settings", series.settings())
                .put("machine", series.machine())
                .put("revision", run.revision())
                .put("utc", run.utc().toString())
                .put("score", run.score())
                .put("unit", run.unit())
                .put("ratio", run.ratio())
                .put("recorded", latest.recorded())
                .put("median", isCompared ? latest.median() : null)
                .put("bound", isCompared ? latest.bound() : null)
                .put("change", isCompared ? latest.change() : null)
                .put("verdict", word(latest.verdict()));
    }

    private static String word(Regression.Verdict verdict) {
        return switch (verdict) {
            case NOTHING_TO_COMPARE -> "nothing-to-compare";
            case WITHIN_NOISE -> "within-noise";
            case FASTER -> "faster";
            case REGRESSION -> "regression";
        };
    }
}
