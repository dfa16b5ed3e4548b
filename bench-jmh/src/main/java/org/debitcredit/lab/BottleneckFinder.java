package org.debitcredit.lab;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.debitcredit.lab.Bottleneck.Named;
import org.debitcredit.lab.Bottleneck.NextLimit;
import org.debitcredit.lab.Bottleneck.NoStableStep;
import org.debitcredit.lab.Bottleneck.NoneNear;

/** Names the bottleneck that steps of load show, and predicts the one after it. */
final class BottleneckFinder {

    /** Share of its time from which on a station is near its limit. Stations that limit a load were seen at 0.84. */
    private static final double NEAR_LIMIT = 0.8;

    /** The load generator is named before everything else, and so not before it surely holds the load up. */
    private static final double CLIENT_NEAR_LIMIT = 0.85;

    /** Hardware this busy is the bottleneck, however busy the threads seem that wait for it. */
    private static final double HARDWARE_FULL = 0.95;

    private final StepCounters counted;
    private final List<Station> stations;
    private final double group;

    private BottleneckFinder(StepCounters counted, List<Station> stations) {
        this.counted = counted;
        this.stations = stations;
        group = Math.max(1, counted.group());
    }

    static Bottleneck judge(List<StepCounters> steps) {
        Optional<StepCounters> counted = StableStep.highest(steps);
        if (counted.isEmpty()) {
            return new NoStableStep("No step was stable: in none do the transactions in flight equal throughput times "
                    + "response and think time, so that the counters show nothing.");
        }
        List<Station> stations = Stations.of(StableStep.stable(steps), counted.get());
        if (stations.isEmpty()) {
            return new NoStableStep(
                    "No resource was in use during the step " + counted.get().load() + ".");
        }
        return new BottleneckFinder(counted.get(), stations).judge();
    }

    private Bottleneck judge() {
        Optional<Station> limiting = limiting();
        if (limiting.isPresent()) {
            return named(limiting.get());
        }
        Station busiest = stations.stream()
                .max(Comparator.comparingDouble(this::utilisation))
                .orElseThrow();
        NextLimit nearest = new Limits(stations, counted).of(busiest).next(1, counted.throughput());
        return new NoneNear(nearest, demands(), VerdictText.ofNone(nearest, utilisation(busiest)));
    }

    private Optional<Station> limiting() {
        Optional<Station> client = stations.stream()
                .filter(station -> station.kind() == Station.Kind.CLIENT)
                .filter(station -> utilisation(station) >= CLIENT_NEAR_LIMIT)
                .findAny();
        return client.or(() -> stations.stream()
                        .filter(station -> station.kind().isHardware())
                        .filter(station -> utilisation(station) >= HARDWARE_FULL)
                        .max(Comparator.comparingDouble(this::utilisation)))
                .or(() -> stations.stream()
                        .filter(station -> utilisation(station) >= NEAR_LIMIT)
                        .max(Comparator.comparingDouble(this::utilisation)));
    }

    private Named named(Station station) {
        Resource cause = station.cause(group);
        double demand = station.demand(group);
        double busy = Math.min(1, utilisation(station));
        Optional<NextLimit> next =
                new Limits(without(cause), counted).smallest().map(limit -> limit.next(busy, counted.throughput()));
        return new Named(
                cause,
                share(station, cause),
                OperationalLaws.ceiling(demand, station.servers()),
                station.servers() * OperationalLaws.saturation(elapsed(), counted.thinkSeconds(), demand),
                next,
                demands(),
                VerdictText.of(counted, station, cause, next));
    }

    /** Seconds of one transaction at all stations. Those of an engine's disk pass in its thread, which waits for it. */
    private double elapsed() {
        boolean hasEngine = stations.stream().anyMatch(station -> station.kind() == Station.Kind.ENGINE);
        return stations.stream()
                .filter(station -> !hasEngine || station.kind() != Station.Kind.DISK)
                .mapToDouble(station -> station.elapsed(group))
                .sum();
    }

    private List<Station> without(Resource cleared) {
        return stations.stream()
                .flatMap(station -> station.without(cleared).stream())
                .toList();
    }

    private double utilisation(Station station) {
        return OperationalLaws.utilisation(counted.throughput(), station.demand(group), station.servers());
    }

    /** The share of the station's time that one resource accounts for. */
    private double share(Station station, Resource resource) {
        return OperationalLaws.utilisation(counted.throughput(), station.demand(resource, group), station.servers());
    }

    /** Each resource where it takes the largest share of a station. */
    private List<Demand> demands() {
        Map<Resource, Demand> largest = new EnumMap<>(Resource.class);
        for (Station station : stations) {
            for (Part part : station.parts()) {
                double seconds = station.demand(part.resource(), group);
                Demand demand = new Demand(
                        part.resource(),
                        station.servers(),
                        seconds,
                        OperationalLaws.utilisation(counted.throughput(), seconds, station.servers()));
                largest.merge(part.resource(), demand, (a, b) -> a.utilisation() >= b.utilisation() ? a : b);
            }
        }
        List<Demand> demands = new ArrayList<>(largest.values());
        demands.sort(Comparator.comparingDouble(Demand::utilisation).reversed());
        return demands;
    }
}
