package org.debitcredit.laboratory;

import java.util.List;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.tail.Percentile;
import org.debitcredit.measure.tail.Sweep;
import org.debitcredit.measure.tail.SweepPoint;
import org.debitcredit.measure.tail.Tail;
import org.debitcredit.streams.StreamSettings;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A tail, and a curve of them, as one JSON object. A percentile whose tests did not pass is null. */
final class TailJson {

    private static final List<String> PERCENTILES = List.of("p50", "p90", "p99", "p999");

    private TailJson() {}

    static ObjectNode of(Tail tail, StreamSettings settings) {
        ObjectNode json = JsonMapper.shared()
                .createObjectNode()
                .put("verdict", tail.verdict().word())
                .put("rate", tail.askedPerSecond() * settings.batch())
                .put("tps", tail.answeredPerSecond() * settings.batch())
                .put("batch", settings.batch())
                .put("seconds", tail.traffic().seconds())
                .put("submissions", tail.all().count());
        ArrayNode tries = json.putArray("reasons");
        tail.tries().forEach(tries::add);
        for (int i = 0; i < PERCENTILES.size(); i++) {
            Percentile percentile = tail.all().percentiles().get(i);
            QuantileBounds micros = percentile.micros();
            boolean isShown = percentile.isShown();
            String name = PERCENTILES.get(i);
            json.put(name + "Micros", isShown ? Double.valueOf(micros.estimate()) : null)
                    .put(name + "LowMicros", isShown ? Double.valueOf(micros.low()) : null)
                    .put(name + "HighMicros", isShown ? Double.valueOf(micros.high()) : null);
        }
        return json;
    }

    static ObjectNode of(Sweep sweep, StreamSettings settings) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put(
                "saturationTps",
                sweep.saturationPerSecond().isPresent()
                        ? Double.valueOf(sweep.saturationPerSecond().getAsDouble() * settings.batch())
                        : null);
        ArrayNode points = json.putArray("points");
        for (SweepPoint point : sweep.points()) {
            points.add(of(point.tail(), settings).put("sustained", point.isSustained()));
        }
        return json;
    }
}
