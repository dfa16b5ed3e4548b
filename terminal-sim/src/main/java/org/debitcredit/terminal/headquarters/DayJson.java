package org.debitcredit.terminal.headquarters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.debitcredit.terminal.contract.Json;

/** A closed day as JSON. Amounts are integers, in minor units. */
final class DayJson {

    private DayJson() {}

    static ObjectNode of(DayReport report) {
        ObjectNode json = Json.object();
        json.put("day", report.day().toString());
        json.put("end", report.end().toString());
        json.put("tills", report.tillsMinor());
        json.put("customers", report.customersMinor());
        json.put("inTransit", report.inTransitMinor());
        json.put("explained", report.explainedMinor());
        json.put("difference", report.differenceMinor());
        json.put("invariantsHold", report.holds());
        ArrayNode regions = json.putArray("regions");
        report.regions().forEach(region -> regions.add(of(region)));
        ArrayNode pairs = json.putArray("pairs");
        report.pairs().forEach(pair -> pairs.add(of(pair)));
        return json;
    }

    private static ObjectNode of(DayReport.RegionDay region) {
        ObjectNode json = Json.object();
        json.put("region", region.region());
        json.put("position", region.position());
        json.put("tills", region.tillsMinor());
        json.put("customers", region.customersMinor());
        json.put("dueFrom", region.dueFromMinor());
        json.put("network", region.networkMinor());
        json.put("holds", region.holds());
        json.put("local", region.local());
        json.put("acquired", region.acquired());
        json.put("issued", region.issued());
        return json;
    }

    private static ObjectNode of(DayReport.PairDay pair) {
        ObjectNode json = Json.object();
        json.put("acquirer", pair.pair().acquirer());
        json.put("issuer", pair.pair().issuer());
        json.put("inTransit", pair.inTransitMinor());
        json.put("explained", pair.explainedMinor());
        json.put("difference", pair.differenceMinor());
        json.put("transactions", pair.explained());
        json.put("unexplained", pair.unexplained());
        ArrayNode named = json.putArray("firstUnexplained");
        pair.named()
                .forEach(one -> named.addObject()
                        .put("key", one.key().toString())
                        .put("till", one.till())
                        .put("inTransit", one.inTransitMinor()));
        return json;
    }

    /**
     * Reads what {@link #of} wrote. Anything else fails with an unchecked exception: an
     * {@link IllegalArgumentException} if a field is missing, another one if a field has no number or no date.
     */
    static DayReport read(JsonNode json) {
        List<DayReport.RegionDay> regions = new ArrayList<>();
        json.required("regions").forEach(region -> regions.add(region(region)));
        List<DayReport.PairDay> pairs = new ArrayList<>();
        json.required("pairs").forEach(pair -> pairs.add(pair(pair)));
        return new DayReport(
                LocalDate.parse(json.required("day").asText()),
                Instant.parse(json.required("end").asText()),
                regions,
                pairs);
    }

    private static DayReport.RegionDay region(JsonNode json) {
        return new DayReport.RegionDay(
                Json.integer(json, "region"),
                Json.number(json, "position"),
                Json.sum(json, "tills"),
                Json.sum(json, "customers"),
                Json.sum(json, "dueFrom"),
                Json.sum(json, "network"),
                Json.number(json, "local"),
                Json.number(json, "acquired"),
                Json.number(json, "issued"));
    }

    private static DayReport.PairDay pair(JsonNode json) {
        List<DayReport.Unexplained> named = new ArrayList<>();
        json.required("firstUnexplained")
                .forEach(one -> named.add(new DayReport.Unexplained(
                        UUID.fromString(one.required("key").asText()),
                        Json.number(one, "till"),
                        Json.sum(one, "inTransit"))));
        return new DayReport.PairDay(
                new Pair(Json.integer(json, "acquirer"), Json.integer(json, "issuer")),
                Json.sum(json, "inTransit"),
                Json.sum(json, "explained"),
                Json.integer(json, "transactions"),
                Json.integer(json, "unexplained"),
                named);
    }
}
