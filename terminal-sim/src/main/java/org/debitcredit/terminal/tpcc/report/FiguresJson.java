package org.debitcredit.terminal.tpcc.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.tail.KindTail;
import org.debitcredit.measure.tail.Percentile;
import org.debitcredit.measure.tail.SweepPoint;
import org.debitcredit.terminal.tpcc.run.Deliveries;
import org.debitcredit.terminal.tpcc.run.MeasuredWindow;
import org.debitcredit.terminal.tpcc.run.TpccClient;
import org.debitcredit.tpcc.TpccTransactionType;
import org.debitcredit.tpcc.wire.v1.ConditionResult;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;
import org.jspecify.annotations.Nullable;

/** Figures as one JSON object. What was not measured, and a percentile whose tests did not pass, is null. */
public final class FiguresJson {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> PERCENTILES = List.of("p50", "p90", "p99", "p999");

    private static final double NANOS_PER_MICRO = 1_000;

    private FiguresJson() {}

    /** Of a run. */
    public static ObjectNode of(RunFigures figures) {
        ObjectNode json = MAPPER.createObjectNode()
                .put("verdict", figures.verdict())
                .put("accepted", figures.isAccepted())
                .put("newOrdersPerMinute", figures.newOrdersPerMinute())
                .put("perSecond", figures.measured().traffic().perSecond())
                .put("seconds", figures.measured().traffic().seconds())
                .put("requests", figures.measured().traffic().due())
                .put("failed", figures.measured().traffic().failed())
                .put("load", figures.load());
        String failure = figures.measured().firstFailure();
        json.put("firstFailure", failure.isEmpty() ? null : failure);
        ArrayNode reasons = json.putArray("reasons");
        figures.reasons().forEach(reasons::add);
        put(json, figures.setting());
        putCpu(json, figures.measured());
        putPercentiles(json, figures.all());
        put(json.putObject("byType"), figures.byType());
        put(json.putObject("deferredDeliveries"), figures.deliveries());
        putConditions(json, figures.conditions());
        return json;
    }

    private static void put(ObjectNode json, Map<TpccTransactionType, TypeFigures> byType) {
        byType.forEach((type, of) -> {
            ObjectNode each = json.putObject(type.id()).put("count", of.count()).put("rollbacks", of.rollbacks());
            putPercentiles(each, of.tail());
        });
    }

    /** Of a sweep. New-Orders and types are those of the highest rate that was carried. */
    public static ObjectNode of(SweepFigures figures) {
        ObjectNode json =
                MAPPER.createObjectNode().put("verdict", figures.verdict()).put("accepted", figures.isAccepted());
        json.putArray("reasons").add(figures.reason());
        OptionalDouble saturation = figures.saturationPerSecond();
        json.put("saturationPerSecond", saturation.isPresent() ? saturation.getAsDouble() : null);
        SweepFigures.HighestCarried highest = figures.highest();
        if (highest == null) {
            json.putNull("newOrdersPerMinute").putNull("byType");
        } else {
            json.put("newOrdersPerMinute", highest.measured().newOrdersPerMinute());
            put(json.putObject("byType"), highest.byType());
        }
        put(json.putObject("deferredDeliveries"), figures.deliveries());
        put(json, figures.setting());
        if (highest != null) {
            putCpu(json, highest.measured());
        }
        ArrayNode points = json.putArray("points");
        for (SweepPoint point : figures.sweep().points()) {
            ObjectNode each = points.addObject()
                    .put("askedPerSecond", point.tail().askedPerSecond())
                    .put("perSecond", point.tail().answeredPerSecond())
                    .put("sustained", point.isSustained())
                    .put("verdict", point.tail().verdict().word())
                    .put("reason", point.tail().reason());
            putPercentiles(each, point.tail().all());
        }
        putConditions(json, figures.conditions());
        return json;
    }

    /** Of conditions that were checked. */
    public static ObjectNode of(List<ConditionResult> conditions) {
        ObjectNode json =
                MAPPER.createObjectNode().put("holds", conditions.stream().allMatch(ConditionResult::getHolds));
        putConditions(json, conditions);
        return json;
    }

    /**
     * Of what is loaded.
     *
     * @param seconds that the load took
     */
    public static ObjectNode of(DescribeResponse server, double seconds) {
        return MAPPER.createObjectNode()
                .put("warehouses", server.getWarehouses())
                .put("database", server.getDatabase())
                .put("durability", server.getDurability())
                .put("seconds", seconds);
    }

    private static void put(ObjectNode json, @Nullable Deliveries deliveries) {
        if (deliveries == null) {
            List.of("queued", "done", "failed", "inTime", "p90Micros", "maxMicros", "skippedDistricts")
                    .forEach(json::putNull);
            return;
        }
        json.put("queued", deliveries.queued())
                .put("done", deliveries.done())
                .put("failed", deliveries.failed())
                .put("inTime", deliveries.areInTime())
                .put("p90Micros", deliveries.p90Micros())
                .put("maxMicros", deliveries.maxMicros())
                .put("skippedDistricts", deliveries.skippedDistricts());
    }

    private static void putConditions(ObjectNode json, List<ConditionResult> results) {
        ArrayNode conditions = json.putArray("conditions");
        for (ConditionResult result : results) {
            ArrayNode offenders = conditions
                    .addObject()
                    .put("condition", result.getCondition())
                    .put("holds", result.getHolds())
                    .put("offenders", result.getOffenders())
                    .putArray("first");
            result.getOffenderList().forEach(offenders::add);
        }
    }

    private static void put(ObjectNode json, RunConditions setting) {
        json.put("database", setting.server().getDatabase())
                .put("durability", setting.server().getDurability())
                .put("warehouses", setting.server().getWarehouses())
                .put("mix", setting.mix().name().toLowerCase(Locale.ROOT))
                .put("seed", setting.seed());
        json.putObject("server")
                .put("executorThreads", setting.server().getExecutorThreads())
                .put("eventLoopThreads", setting.server().getEventLoopThreads())
                .put("processors", setting.server().getProcessors());
        json.putObject("client")
                .put("streams", setting.streams())
                .put("eventLoopThreads", TpccClient.EVENT_LOOP_THREADS)
                .put("processors", setting.processors());
    }

    /** Processor time for each answer of the window; null where a system does not say. */
    private static void putCpu(ObjectNode json, MeasuredWindow measured) {
        double answers = Math.max(1, measured.traffic().answers());
        putCpu(json, "server", measured.cpu().serverNanos() / answers);
        putCpu(json, "client", measured.cpu().clientNanos() / answers);
    }

    private static void putCpu(ObjectNode json, String process, double nanos) {
        json.withObjectProperty(process).put("cpuMicrosPerAnswer", nanos > 0 ? nanos / NANOS_PER_MICRO : null);
    }

    private static void putPercentiles(ObjectNode json, KindTail tail) {
        for (int i = 0; i < PERCENTILES.size(); i++) {
            Percentile percentile = tail.percentiles().get(i);
            QuantileBounds micros = percentile.micros();
            String name = PERCENTILES.get(i);
            if (percentile.isShown()) {
                json.put(name + "Micros", micros.estimate())
                        .put(name + "LowMicros", micros.low())
                        .put(name + "HighMicros", micros.high());
            } else {
                json.putNull(name + "Micros").putNull(name + "LowMicros").putNull(name + "HighMicros");
            }
        }
    }
}
