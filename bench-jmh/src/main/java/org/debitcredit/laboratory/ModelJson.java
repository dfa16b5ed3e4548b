package org.debitcredit.laboratory;

import java.util.List;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.Bottleneck.NextLimit;
import org.debitcredit.lab.Demand;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.modesto.Comparison;
import org.debitcredit.lab.modesto.JudgedStatement;
import org.debitcredit.lab.report.LabResult;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A preset of the lab by the model of 1995 as one JSON object. */
final class ModelJson {

    private ModelJson() {}

    static ObjectNode of(LabResult result) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("title", result.title());
        json.put("conditions", result.conditions());
        json.put("mode", "modelled 1995");
        ArrayNode trials = json.putArray("trials");
        result.trials().forEach(trial -> putTrial(trials.addObject(), trial));
        result.comparison().ifPresent(comparison -> putComparison(json.putObject("article"), comparison));
        return json;
    }

    private static void putTrial(ObjectNode json, Trial trial) {
        json.put("setting", trial.setting());
        putBottleneck(json.putObject("bottleneck"), trial.bottleneck());
        ArrayNode steps = json.putArray("steps");
        for (StepCounters step : trial.steps()) {
            ObjectNode node = steps.addObject();
            node.put("load", step.load());
            node.put("seconds", step.seconds());
            node.put("transactions", step.transactions());
            node.put("transactionsPerSecond", step.throughput());
            node.put("responseSeconds", step.responseSeconds());
            node.put("inFlight", step.inFlight());
            node.put("thinkSeconds", step.thinkSeconds());
            node.put("transactionsPerForce", step.group());
            node.put("stealShare", step.stealShare());
            putDemands(node.putArray("demands"), Bottleneck.of(List.of(step)).demands());
        }
    }

    private static void putBottleneck(ObjectNode json, Bottleneck bottleneck) {
        json.put("sentence", bottleneck.sentence());
        if (bottleneck instanceof Bottleneck.Named named) {
            json.put("resource", named.resource().name());
            json.put("utilisation", named.utilisation());
            json.put("ceilingPerSecond", named.ceiling());
            json.put("saturationInFlight", named.saturation());
            named.next()
                    .ifPresent(next ->
                            putLimit(json.putObject("next"), next).put("transactionsPerSecond", next.throughput()));
        } else if (bottleneck instanceof Bottleneck.NoneNear none) {
            putLimit(json.putObject("nearest"), none.nearest());
        }
    }

    private static ObjectNode putLimit(ObjectNode json, NextLimit limit) {
        return json.put("resource", limit.resource().name()).put("ceilingPerSecond", limit.ceiling());
    }

    private static void putDemands(ArrayNode json, List<Demand> demands) {
        for (Demand demand : demands) {
            json.addObject()
                    .put("resource", demand.resource().name())
                    .put("servers", demand.servers())
                    .put("seconds", demand.seconds())
                    .put("utilisation", demand.utilisation());
        }
    }

    private static void putComparison(ObjectNode json, Comparison comparison) {
        json.put("sentence", comparison.sentence());
        json.put("right", comparison.right());
        json.put("judged", comparison.judged());
        json.put("holds", comparison.holds());
        ArrayNode statements = json.putArray("statements");
        for (JudgedStatement judged : comparison.statements()) {
            statements
                    .addObject()
                    .put("setting", judged.statement().setting().words())
                    .put("quantity", judged.statement().quantity().name())
                    .put("role", judged.statement().role().name())
                    .put("low", judged.statement().low())
                    .put("high", judged.statement().high())
                    .put("model", judged.model())
                    .put("deviation", judged.deviation())
                    .put("right", judged.isRight())
                    .put("lacking", judged.isRight() ? "" : judged.statement().lacking());
        }
    }
}
