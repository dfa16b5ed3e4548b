package org.debitcredit.laboratory;

import org.debitcredit.lab.scaling.Parameter;
import org.debitcredit.lab.scaling.ScalingFit;
import org.debitcredit.lab.scaling.ScalingReport;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The laws that were fitted to throughputs, as one JSON object. A law that the points do not determine is missing. */
final class ScalingJson {

    private ScalingJson() {}

    static ObjectNode of(ScalingReport report) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("added", report.added());
        json.put("sentence", report.sentence());
        json.put("verdict", report.verdict().word());
        json.put("amdahlSuffices", report.amdahlSuffices());
        ArrayNode points = json.putArray("points");
        report.points()
                .forEach(point ->
                        points.addObject().put("servers", point.servers()).put("tps", point.throughput()));
        ArrayNode failures = json.putArray("failures");
        report.failures().forEach(failure -> failures.add(failure));
        ArrayNode fits = json.putArray("fits");
        for (ScalingFit fit : report.fits()) {
            ObjectNode node = fits.addObject();
            node.put("law", fit.curve().law().name());
            node.put("goodness", fit.goodness().verdict().word());
            node.put("goodnessReason", fit.goodness().reason());
            ArrayNode parameters = node.putArray("parameters");
            for (Parameter parameter : fit.parameters()) {
                parameters
                        .addObject()
                        .put("symbol", parameter.symbol())
                        .put("value", parameter.value())
                        .put("low", parameter.low())
                        .put("high", parameter.high());
            }
        }
        return json;
    }
}
