package org.debitcredit.server.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.debitcredit.console.Printable;
import tools.jackson.databind.JsonNode;

/** A status report as one screen of text. What a report does not have is shown as a dash. */
final class StatusScreen {

    private static final String UNKNOWN = "-";
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final double UNIT = 1_024;
    private static final int REFUSALS_MAX = 5;

    private final List<String> lines = new ArrayList<>();

    private StatusScreen() {}

    static String of(JsonNode report) {
        StatusScreen screen = new StatusScreen();
        screen.addBank(report);
        screen.addTraffic(report);
        screen.addFiles(report);
        screen.addParts(report);
        return String.join(System.lineSeparator(), screen.lines);
    }

    private void line(String name, String... values) {
        lines.add(Printable.of(String.format(Locale.ROOT, "%-12s%s", name, String.join(", ", values))));
    }

    private void addBank(JsonNode report) {
        JsonNode bank = report.path("bank");
        line(
                "service",
                report.path("ready").asBoolean(false) ? "ready" : "NOT READY",
                "version " + text(report, "version") + " (" + text(report, "revision") + ")",
                "up for " + seconds(report.path("upSeconds")));
        line("bank", text(bank, "id"), number(bank, "branches") + " branches", text(bank, "currency"));
        JsonNode writer = report.path("writer");
        line("writer", text(writer, "state") + detail(writer), "position " + number(report, "position"));
    }

    private void addTraffic(JsonNode report) {
        JsonNode rates = report.path("perSecond");
        double sum = 0;
        List<String> byType = new ArrayList<>();
        for (String type : rates.propertyNames()) {
            double rate = rates.path(type).asDouble(0);
            sum += rate;
            if (rate > 0) {
                byType.add(type + " " + shown(rate));
            }
        }
        line("traffic", shown(sum) + " transactions/s" + (byType.isEmpty() ? "" : ": " + String.join(", ", byType)));
        line("response", times(report.path("response")));
        line("force", times(report.path("force")));
        JsonNode groups = report.path("groups");
        line(
                "groups",
                number(groups, "perSecond") + "/s",
                "mean " + number(groups, "mean"),
                "largest " + number(groups, "largest") + " of " + number(groups, "max"));
        JsonNode ring = report.path("ring");
        line(
                "ring",
                number(ring, "waiting") + " waiting of " + number(ring, "size"),
                number(ring, "inFlight") + " in flight");
        String refusals = StreamSupport.stream(report.path("refusals").spliterator(), false)
                .sorted(Comparator.comparingDouble(
                        refusal -> refusal.path("ageSeconds").asDouble(0)))
                .limit(REFUSALS_MAX)
                .map(refusal -> text(refusal, "code") + " " + number(refusal, "total") + " (last "
                        + seconds(refusal.path("ageSeconds")) + " ago)")
                .collect(Collectors.joining(", "));
        line("refusals", refusals.isEmpty() ? "none" : refusals);
    }

    private void addFiles(JsonNode report) {
        JsonNode journal = report.path("journal");
        line(
                "journal",
                text(journal, "kind"),
                bytes(journal, "bytes") + " of " + bytes(journal, "bytesMax"),
                number(journal, "epochs") + " epochs",
                bytes(journal, "bytesPerSecond") + "/s");
        JsonNode snapshot = report.path("snapshot");
        line(
                "snapshot",
                "position " + number(snapshot, "position"),
                seconds(snapshot.path("ageSeconds")) + " old",
                "a restart would redo for about " + seconds(snapshot.path("redoSeconds")));
        for (JsonNode disk : report.path("disks")) {
            line("disk", text(disk, "place"), bytes(disk, "freeBytes") + " free of " + bytes(disk, "totalBytes"));
        }
        JsonNode files = report.path("files");
        line(
                "files",
                files.propertyNames().stream()
                        .map(kind -> kind + " " + bytes(files, kind))
                        .collect(Collectors.joining(", ")));
        line("backup", backup(report.path("backup")));
    }

    /** There is no state until the directories have been measured. */
    private static String backup(JsonNode backup) {
        return switch (text(backup, "state")) {
            case "made" -> seconds(backup.path("ageSeconds")) + " old";
            case "none" -> "none in the backup directory";
            case "unknown" -> "unknown, because the backup directory does not answer or cannot be read";
            default -> UNKNOWN;
        };
    }

    private void addParts(JsonNode report) {
        JsonNode mirror = report.path("mirror");
        line("mirror", state(mirror, "lost") + (mirror.has("lostCopy") ? ": " + text(mirror, "lostCopy") : ""));
        JsonNode ledger = report.path("ledger");
        line("ledger", text(ledger, "kind"), text(ledger, "state") + detail(ledger));
        JsonNode projection = report.path("projection");
        line("projection", text(projection, "state") + detail(projection), "lag " + number(projection, "lag"));
        JsonNode keys = report.path("keys");
        line("keys", number(keys, "window") + " in the window", seconds(keys.path("seconds")) + " at this rate");
        JsonNode heap = report.path("heap");
        line("heap", bytes(heap, "usedBytes") + " of " + bytes(heap, "maxBytes"));
        JsonNode connections = report.path("connections");
        line("connections", number(connections, "open") + " of " + number(connections, "max"));
        if (report.has("clock")) {
            line("clock", text(report.path("clock"), "detail"));
        }
    }

    private static String state(JsonNode part, String bad) {
        String state = text(part, "state");
        return state.equals(bad) ? state.toUpperCase(Locale.ROOT) : state;
    }

    private static String detail(JsonNode part) {
        return part.has("detail") ? " (" + text(part, "detail") + ")" : "";
    }

    private static String text(JsonNode object, String name) {
        return object.path(name).asString(UNKNOWN);
    }

    private static String number(JsonNode object, String name) {
        JsonNode value = object.path(name);
        return value.isNumber() ? shown(value.asDouble()) : UNKNOWN;
    }

    private static String shown(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,d", (long) value)
                : String.format(Locale.ROOT, "%,.1f", value);
    }

    private static String times(JsonNode times) {
        return times.has("p50Micros")
                ? "p50 " + micros(times, "p50Micros") + ", p99 " + micros(times, "p99Micros") + ", p99.9 "
                        + micros(times, "p999Micros") + ", longest " + micros(times, "maxMicros")
                : "none in the last second";
    }

    private static String micros(JsonNode times, String name) {
        return String.format(Locale.ROOT, "%,.2f ms", times.path(name).asDouble(0) / 1_000);
    }

    private static String seconds(JsonNode value) {
        return value.isNumber()
                ? String.format(Locale.ROOT, value.asDouble() < 10 ? "%,.1f s" : "%,.0f s", value.asDouble())
                : UNKNOWN;
    }

    private static String bytes(JsonNode object, String name) {
        JsonNode value = object.path(name);
        if (!value.isNumber()) {
            return UNKNOWN;
        }
        double scaled = value.asDouble();
        int unit = 0;
        while (scaled >= UNIT && unit < UNITS.length - 1) {
            scaled /= UNIT;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", scaled, UNITS[unit]);
    }
}
