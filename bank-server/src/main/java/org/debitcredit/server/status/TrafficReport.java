package org.debitcredit.server.status;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.metrics.GroupTallies;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.TransactionType;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The transactions since the previous report: rates, response times, groups and forces. The refusals are those since
 * the start. One thread uses it.
 */
final class TrafficReport {

    private static final double SECOND = 1e9;
    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final double P999 = 99.9;

    private final RequestGateway gateway;
    private final GroupTallies groups;
    private final TransactionEngine.Settings sizes;
    private final Supplier<Map<String, Long>> entrance;
    private final LongSupplier nanos;

    private final Map<TransactionType, Long> committed = new LinkedHashMap<>();
    private final Map<String, Refused> refused = new LinkedHashMap<>();
    private long groupsBefore;
    private long transactionsBefore;
    private long reportedNanos;

    /** How often a code was answered, and when that increased last. */
    private record Refused(long total, long atNanos) {}

    /** @param entrance the requests that were refused before they reached the bank, by reason */
    TrafficReport(
            RequestGateway gateway,
            GroupTallies groups,
            TransactionEngine.Settings sizes,
            Supplier<Map<String, Long>> entrance,
            LongSupplier nanos) {
        this.gateway = gateway;
        this.groups = groups;
        this.sizes = sizes;
        this.entrance = entrance;
        this.nanos = nanos;
        this.reportedNanos = nanos.getAsLong();
    }

    void addTo(ObjectNode report, long waiting) {
        long now = nanos.getAsLong();
        double seconds = Math.max(1, now - reportedNanos) / SECOND;
        reportedNanos = now;
        addRates(report.putObject("perSecond"), seconds);
        addTimes(report.putObject("response"), gateway.takeResponseNanos());
        ObjectNode ring = report.putObject("ring");
        ring.put("waiting", waiting);
        ring.put("size", sizes.ringSize());
        ring.put("inFlight", gateway.inFlight());
        addGroups(report.putObject("groups"), seconds);
        addTimes(report.putObject("force"), groups.takeForceNanos());
        addRefusals(report.putArray("refusals"), now);
    }

    private void addRates(ObjectNode rates, double seconds) {
        for (TransactionType type : TransactionType.values()) {
            long total = groups.committed(type);
            Long before = committed.put(type, total);
            Numbers.put(rates, id(type), (total - (before == null ? 0 : before)) / seconds);
        }
    }

    private static String id(TransactionType type) {
        return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void addTimes(ObjectNode object, Histogram times) {
        object.put("count", times.getTotalCount());
        if (times.getTotalCount() > 0) {
            Numbers.putMicros(object, "p50Micros", times.getValueAtPercentile(P50));
            Numbers.putMicros(object, "p99Micros", times.getValueAtPercentile(P99));
            Numbers.putMicros(object, "p999Micros", times.getValueAtPercentile(P999));
            Numbers.putMicros(object, "maxMicros", times.getMaxValue());
        }
    }

    private void addGroups(ObjectNode object, double seconds) {
        long count = groups.groups() - groupsBefore;
        long transactions = groups.transactions() - transactionsBefore;
        groupsBefore += count;
        transactionsBefore += transactions;
        Numbers.put(object, "perSecond", count / seconds);
        Numbers.put(object, "mean", count == 0 ? 0 : (double) transactions / count);
        object.put("largest", groups.takeLargest());
        object.put("max", sizes.groupMax());
    }

    private void addRefusals(ArrayNode list, long now) {
        Stream.of(Refusal.values()).forEach(refusal -> see(refusal.id(), gateway.refusals(refusal.code()), now));
        Stream.of(Failure.values()).forEach(failure -> see(failure.id(), gateway.refusals(failure.code()), now));
        see("busy: queue", gateway.queueRefusals(), now);
        see("busy: journal", gateway.journalRefusals(), now);
        entrance.get().forEach((reason, total) -> see(reason, total, now));
        refused.forEach((code, seen) -> {
            ObjectNode entry = list.addObject().put("code", code).put("total", seen.total());
            Numbers.put(entry, "ageSeconds", (now - seen.atNanos()) / SECOND);
        });
    }

    private void see(String code, long total, long now) {
        Refused before = refused.get(code);
        if (total > (before == null ? 0 : before.total())) {
            refused.put(code, new Refused(total, now));
        }
    }
}
