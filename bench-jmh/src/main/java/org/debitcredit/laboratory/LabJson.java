package org.debitcredit.laboratory;

import java.util.List;
import java.util.Optional;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.Demand;
import org.debitcredit.lab.MemoryUse;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.modesto.ModestoPreset;
import org.debitcredit.lab.report.LabResult;
import org.debitcredit.lab.run.Round;
import org.debitcredit.lab.run.Setting;
import org.debitcredit.lab.scaling.ScalingReport;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The rounds of a lab as one JSON object. What is infinite or was not found is null. */
final class LabJson {

    private static final double MICROS_PER_SECOND = 1e6;

    private LabJson() {}

    /**
     * The lab's result.
     *
     * @param end how it ended: {@code complete}, or why it did not
     * @param preset that is modelled as well; empty for none
     * @param setUps trials of a preset's set-ups, or of a database without the service
     */
    static ObjectNode of(
            String end,
            Optional<ModestoPreset> preset,
            List<Round> rounds,
            List<Trial> setUps,
            List<ScalingReport> scalings) {
        ObjectNode lab = JsonMapper.shared().createObjectNode();
        lab.put("end", end);
        lab.put("preset", preset.map(ModestoPreset::word).orElse(null));
        ArrayNode trials = lab.putArray("setUps");
        setUps.forEach(trial -> trial(trials.addObject(), trial));
        ArrayNode array = lab.putArray("rounds");
        for (Round round : rounds) {
            ObjectNode fields = trial(array.addObject(), round.trial());
            fields.set("levers", levers(round.setting()));
            fields.put("lever", round.clearedBy().orElse(null));
            fields.put("nextLever", round.nextLever().orElse(null));
        }
        ArrayNode fits = lab.putArray("scalings");
        scalings.forEach(report -> fits.add(ScalingJson.of(report)));
        lab.putNull("model");
        preset.ifPresent(each -> lab.set("model", ModelJson.of(LabResult.modelled(each))));
        return lab;
    }

    private static ObjectNode levers(Setting setting) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("terminals", setting.terminals())
                .put("inFlight", setting.inFlight())
                .put("batch", setting.batch())
                .put("journal", setting.journal())
                .put("mirrored", setting.isMirrored())
                .put("logApart", setting.isLogApart())
                .put("processors", setting.processors())
                .put("lineBytesPerSecond", setting.lineBytesPerSecond())
                .put("heapMegabytes", setting.heapMegabytes())
                .put("cacheKib", setting.cacheKib())
                .put("ledger", setting.shownLedger())
                .put("durableCommit", setting.isDurableCommit());
    }

    private static ObjectNode trial(ObjectNode fields, Trial trial) {
        fields.put("setting", trial.setting());
        ArrayNode steps = fields.putArray("steps");
        trial.steps().forEach(step -> step(steps.addObject(), step));
        Bottleneck bottleneck = trial.bottleneck();
        fields.put("sentence", bottleneck.sentence());
        fields.put("failure", trial.failure().orElse(null));
        ArrayNode demands = fields.putArray("demands");
        bottleneck.demands().forEach(demand -> demand(demands.addObject(), demand));
        fields.putNull("bottleneck");
        fields.putNull("next");
        if (bottleneck instanceof Bottleneck.Named named) {
            ObjectNode limit = fields.putObject("bottleneck");
            limit.put("resource", named.resource().name());
            limit.put("utilisation", named.utilisation());
            finite(limit, "ceilingTps", named.ceiling());
            finite(limit, "saturationInFlight", named.saturation());
            named.next().ifPresent(next -> next(fields, next));
        } else if (bottleneck instanceof Bottleneck.NoneNear none) {
            next(fields, none.nearest());
        }
        return fields;
    }

    private static void next(ObjectNode fields, Bottleneck.NextLimit next) {
        ObjectNode limit = fields.putObject("next");
        limit.put("resource", next.resource().name());
        finite(limit, "ceilingTps", next.ceiling());
        finite(limit, "tps", next.throughput());
    }

    private static void step(ObjectNode fields, StepCounters step) {
        fields.put("load", step.load())
                .put("seconds", step.seconds())
                .put("transactions", step.transactions())
                .put("tps", step.throughput())
                .put("responseMicros", step.responseSeconds() * MICROS_PER_SECOND)
                .put("inFlight", step.inFlight())
                .put("transactionsPerForce", step.group())
                .put("stealShare", step.stealShare())
                .put("compilerSeconds", step.compilerSeconds())
                .put("sentence", Bottleneck.of(List.of(step)).sentence());
        ObjectNode uses = fields.putObject("resources");
        step.uses()
                .forEach((resource, use) -> uses.putObject(resource.name())
                        .put("servers", use.servers())
                        .put("busySeconds", use.busySeconds())
                        .put("visits", use.visits()));
        MemoryUse memory = step.memory();
        fields.putObject("memory")
                .put("majorFaults", memory.majorFaults())
                .put("faultSeconds", memory.faultSeconds())
                .put("collectionSeconds", memory.collectionSeconds())
                .put("stalledSeconds", memory.stalledSeconds())
                .put("pressureSeconds", memory.pressureSeconds());
    }

    private static void demand(ObjectNode fields, Demand demand) {
        fields.put("resource", demand.resource().name())
                .put("servers", demand.servers())
                .put("utilisation", demand.utilisation())
                .put("demandMicros", demand.seconds() * MICROS_PER_SECOND);
        finite(fields, "ceilingTps", demand.ceiling());
    }

    private static void finite(ObjectNode fields, String name, double value) {
        if (Double.isFinite(value)) {
            fields.put(name, value);
        } else {
            fields.putNull(name);
        }
    }
}
