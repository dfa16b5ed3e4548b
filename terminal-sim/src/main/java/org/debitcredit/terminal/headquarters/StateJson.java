package org.debitcredit.terminal.headquarters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.debitcredit.bank.BankScale;
import org.debitcredit.terminal.contract.Json;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/** What headquarters keeps between runs, as JSON. */
final class StateJson {

    private static final int FORMAT = 1;

    private StateJson() {}

    static String of(HeadquartersState state) {
        ObjectNode json = Json.object();
        json.put("format", FORMAT);
        json.put("branches", state.facts().scale().branches());
        json.put("tellersPerBranch", state.facts().scale().tellersPerBranch());
        json.put("accountsPerBranch", state.facts().scale().accountsPerBranch());
        json.put("currency", state.facts().currency().getCurrencyCode());
        ArrayNode regions = json.putArray("regions");
        for (int region = 0; region < state.books().size(); region++) {
            LogPosition cursor = state.cursors().get(region);
            ObjectNode of = regions.addObject();
            if (cursor != null) {
                of.put("cursor", cursor.text());
            }
            books(of, state.books().get(region));
        }
        ArrayNode open = json.putArray("open");
        state.open().forEach((id, byDay) -> {
            ObjectNode of = open.addObject();
            of.put("acquirer", id.pair().acquirer());
            of.put("issuer", id.pair().issuer());
            of.put("key", id.key().toString());
            of.put("till", id.till());
            ObjectNode days = of.putObject("inTransit");
            byDay.forEach((day, minor) -> days.put(day.toString(), minor));
        });
        DayReport lastClosed = state.lastClosed();
        if (lastClosed != null) {
            json.set("lastClosed", DayJson.of(lastClosed));
        }
        return json + "\n";
    }

    private static void books(ObjectNode json, RegionBooks.Kept books) {
        json.set("sums", sums(books.sums()));
        json.set("closed", sums(books.closed()));
        ObjectNode cuts = json.putObject("cuts");
        books.cuts().forEach((day, sums) -> cuts.set(day.toString(), sums(sums)));
        LocalDate firstDay = books.firstDay();
        if (firstDay != null) {
            json.put("firstDay", firstDay.toString());
        }
        json.put("openDay", books.openDay().toString());
    }

    private static ObjectNode sums(RegionSums sums) {
        ObjectNode json = Json.object();
        json.put("position", sums.position());
        json.put("tills", sums.tillsMinor());
        json.put("customers", sums.customersMinor());
        ArrayNode dueFrom = json.putArray("dueFrom");
        ArrayNode network = json.putArray("network");
        for (int region = 0; region < sums.regions(); region++) {
            dueFrom.add(sums.dueFromMinor(region));
            network.add(sums.networkMinor(region));
        }
        ArrayNode counts = json.putArray("counts");
        for (RegionSums.Kind kind : RegionSums.Kind.values()) {
            counts.add(sums.count(kind));
        }
        return json;
    }

    /**
     * Reads what {@link #of} wrote. Anything else fails with an unchecked exception: an
     * {@link IllegalArgumentException} if it is no state of this format or a field is missing, another one if a field
     * has no number or no date.
     */
    static HeadquartersState read(String text) {
        JsonNode json = Json.read(text.getBytes(StandardCharsets.UTF_8));
        if (json.path("format").asInt() != FORMAT) {
            throw new IllegalArgumentException("it is not a state of format " + FORMAT);
        }
        NationFacts facts = new NationFacts(
                new BankScale(
                        Json.integer(json, "branches"),
                        Json.integer(json, "tellersPerBranch"),
                        Json.integer(json, "accountsPerBranch")),
                Currency.getInstance(json.required("currency").asText()));
        List<@Nullable LogPosition> cursors = new ArrayList<>();
        List<RegionBooks.Kept> books = new ArrayList<>();
        json.required("regions").forEach(region -> {
            cursors.add(
                    region.has("cursor")
                            ? LogPosition.parse(region.required("cursor").asText())
                            : null);
            books.add(books(region));
        });
        Map<Transit.Id, Map<LocalDate, BigInteger>> open = new HashMap<>();
        json.required("open").forEach(one -> open.put(id(one), byDay(one.required("inTransit"))));
        return new HeadquartersState(
                facts, cursors, books, open, json.has("lastClosed") ? DayJson.read(json.required("lastClosed")) : null);
    }

    private static Transit.Id id(JsonNode json) {
        return new Transit.Id(
                new Pair(Json.integer(json, "acquirer"), Json.integer(json, "issuer")),
                UUID.fromString(json.required("key").asText()),
                Json.number(json, "till"));
    }

    private static Map<LocalDate, BigInteger> byDay(JsonNode json) {
        Map<LocalDate, BigInteger> byDay = new TreeMap<>();
        json.properties()
                .forEach(day ->
                        byDay.put(LocalDate.parse(day.getKey()), day.getValue().bigIntegerValue()));
        return byDay;
    }

    private static RegionBooks.Kept books(JsonNode json) {
        Map<LocalDate, RegionSums> cuts = new TreeMap<>();
        json.required("cuts")
                .properties()
                .forEach(cut -> cuts.put(LocalDate.parse(cut.getKey()), readSums(cut.getValue())));
        return new RegionBooks.Kept(
                readSums(json.required("sums")),
                readSums(json.required("closed")),
                cuts,
                json.has("firstDay") ? LocalDate.parse(json.required("firstDay").asText()) : null,
                LocalDate.parse(json.required("openDay").asText()));
    }

    private static RegionSums readSums(JsonNode json) {
        return new RegionSums(
                Json.number(json, "position"),
                Json.sum(json, "tills"),
                Json.sum(json, "customers"),
                amounts(json.required("dueFrom")),
                amounts(json.required("network")),
                numbers(json.required("counts")));
    }

    private static BigInteger[] amounts(JsonNode json) {
        BigInteger[] amounts = new BigInteger[json.size()];
        for (int i = 0; i < amounts.length; i++) {
            amounts[i] = json.required(i).bigIntegerValue();
        }
        return amounts;
    }

    private static long[] numbers(JsonNode json) {
        long[] numbers = new long[json.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = json.required(i).longValue();
        }
        return numbers;
    }
}
