package org.debitcredit.lab;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.debitcredit.lab.Bottleneck.NextLimit;

/** The sentences of a verdict. */
final class VerdictText {

    /** Utilisation from which on a resource is not idle. */
    private static final double IDLE_MAX = 0.5;

    /** A smaller share of the engine's thread is not mentioned. */
    private static final double SHARE_MIN = 0.15;

    private static final double STEAL_MIN = 0.01;

    /** Processors that the compilers take from which on they are told. */
    private static final double COMPILERS_MIN = 0.02;

    /** A smaller share of the time is not mentioned. */
    private static final double PRESSURE_MIN = 0.05;

    private final StepCounters counted;
    private final Station station;
    private final Resource cause;
    private final double group;

    private VerdictText(StepCounters counted, Station station, Resource cause) {
        this.counted = counted;
        this.station = station;
        this.cause = cause;
        group = Math.max(1, counted.group());
    }

    /** Names the resource, says how busy it is and what a transaction takes of it, and names the next limit. */
    static String of(StepCounters counted, Station station, Resource cause, Optional<NextLimit> next) {
        VerdictText text = new VerdictText(counted, station, cause);
        String first = format(
                "%s %s the bottleneck: %s, at most %s tps.",
                cause.capitalised(),
                cause.verb(),
                text.details(),
                Rounded.perSecond(OperationalLaws.ceiling(station.demand(text.group), station.servers())));
        return first
                + text.remark()
                + next.map(limit -> nextWords(cause, limit)).orElse(" Nothing else was seen in use.");
    }

    private static String nextWords(Resource cause, NextLimit next) {
        String words = next.resource() == cause
                ? "all processors of the machine"
                : next.resource().words();
        return format(
                " Next would be %s, at %s; this load would reach %s.",
                words, Rounded.perSecond(next.ceiling()), Rounded.perSecond(next.throughput()));
    }

    /** Says that nothing is near its limit. */
    static String ofNone(NextLimit nearest, double utilisation) {
        return format(
                "Nothing is near its limit: %s %s nearest, at %s, and would allow %s tps.",
                nearest.resource().words(),
                nearest.resource().verb(),
                Rounded.percent(utilisation),
                Rounded.perSecond(nearest.ceiling()));
    }

    private String details() {
        double seconds = seconds(cause);
        String busy = Rounded.percent(share(cause)) + " busy";
        String each = Rounded.time(seconds) + " per transaction";
        return switch (cause) {
            case FORCE ->
                format(
                        "%s, %s per force, %s transactions per force",
                        busy, Rounded.time(seconds * group), Rounded.number(group));
            case MEMORY -> memory();
            case DATABASE -> format("%s, %s on %s", busy, each, servers("connection", "connections"));
            case LINE -> format("%s, %s on %s", busy, each, servers("line", "lines"));
            case EVENT_LOOPS -> format("%s, %s on %s", busy, each, servers("thread", "threads"));
            case PROCESSORS -> format("%s, %s on %s", busy, each, servers("processor", "processors"));
            case WRITER, DISK, CLIENT -> format("%s, %s", busy, each);
        };
    }

    private String memory() {
        String share = Rounded.percent(share(Resource.MEMORY));
        return switch (station.kind()) {
            case DISK ->
                format(
                        "%s page faults per transaction take %s of the disk's time",
                        Rounded.number((double) counted.memory().majorFaults() / counted.transactions()), share);
            case PROCESSORS -> format("collections take %s of the processors' time", share);
            default -> format("%s for it during %s of the time", waiting(), share);
        };
    }

    private String waiting() {
        return station.kind() == Station.Kind.ENGINE ? "the engine's thread waits" : "statements wait";
    }

    private String remark() {
        String remark = "";
        if (station.kind() == Station.Kind.ENGINE) {
            String others = station.parts().stream()
                    .filter(part -> part.resource() != cause && share(part.resource()) >= SHARE_MIN)
                    .map(part -> format("%s %s", part.resource().words(), Rounded.percent(share(part.resource()))))
                    .collect(Collectors.joining(", "));
            remark += others.isEmpty() ? "" : " The rest of the engine's thread: " + others + ".";
        }
        if (cause == Resource.DATABASE) {
            remark += databaseWaits();
        }
        if (cause == Resource.PROCESSORS && counted.stealShare() >= STEAL_MIN) {
            remark += format(" The host gave %s of their time to others.", Rounded.percent(counted.stealShare()));
        }
        double compilers = counted.compilerSeconds() / counted.seconds();
        if (cause == Resource.PROCESSORS && compilers >= COMPILERS_MIN) {
            remark += format(" The compilers of the service's JVM took %s of a processor.", Rounded.percent(compilers));
        }
        double pressure = counted.memory().pressureSeconds() / counted.seconds();
        if (pressure >= PRESSURE_MIN) {
            remark += format(
                    " Some task of the machine waited for memory during %s of the time.", Rounded.percent(pressure));
        }
        if (cause == Resource.CLIENT) {
            remark += " So the step measured the client, and not the service.";
        }
        return remark;
    }

    /** What a busy connection waits for; empty if something that was counted has work. */
    private String databaseWaits() {
        List<Resource> others = List.of(Resource.PROCESSORS, Resource.DISK, Resource.FORCE);
        if (others.stream().anyMatch(resource -> utilisation(resource) >= IDLE_MAX)) {
            return "";
        }
        List<Resource> unknown =
                others.stream().filter(resource -> !isCounted(resource)).toList();
        return unknown.isEmpty()
                ? " Processors, disk and force are idle meanwhile, so its connections wait for a lock."
                : format(
                        " What it waits for is not known, because these were not counted: %s.",
                        unknown.stream().map(Resource::words).collect(Collectors.joining(", ")));
    }

    private boolean isCounted(Resource resource) {
        ResourceUse use = counted.uses().get(resource);
        return use != null && (resource != Resource.DISK || use.probedNanos().isPresent());
    }

    private double utilisation(Resource resource) {
        ResourceUse use = counted.uses().get(resource);
        if (use == null) {
            return 0;
        }
        // Whoever waits for a disk waits as long as the probe did, although the device is busy for a part of this only.
        double seconds = switch (resource) {
            case DISK -> use.probedSeconds().orElse(0);
            case PROCESSORS -> Math.max(0, use.busySeconds() - counted.compilerSeconds());
            default -> use.busySeconds();
        };
        // The work for a connection keeps one processor busy at most, however many the machine has.
        double servers = resource == Resource.PROCESSORS ? Math.min(use.servers(), station.servers()) : use.servers();
        return seconds / (servers * counted.seconds());
    }

    /** The share of the station's time. */
    private double share(Resource resource) {
        return OperationalLaws.utilisation(counted.throughput(), seconds(resource), station.servers());
    }

    private double seconds(Resource resource) {
        return station.demand(resource, group);
    }

    private String servers(String one, String several) {
        double servers = station.servers();
        return Rounded.number(servers) + " " + (servers == 1 ? one : several);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
