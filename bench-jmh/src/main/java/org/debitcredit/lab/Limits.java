package org.debitcredit.lab;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.debitcredit.lab.Bottleneck.NextLimit;

/**
 * The throughput that each of some stations allows: the engine's thread and the disk with the groups that would form
 * then, the others with those that were counted.
 *
 * @param stations that are there
 * @param load how many transactions circulate, and how large a group may be
 */
record Limits(List<Station> stations, StepCounters load) {

    private static final int TURNS = 100;

    /** How long a transaction waits on average for the group before its own, in groups. */
    private static final double WAITED_GROUPS = 0.5;

    private static final double AWAY_SECONDS_MIN = 1e-9;

    /**
     * The limit of a station.
     *
     * @param ceiling transactions per second
     * @param group transactions per force, by which the ceiling was calculated
     */
    record Limit(Station station, double ceiling, double group) {

        /**
         * What is predicted.
         *
         * @param busy share of its time during which a station is busy when it limits this load
         * @param throughput of the load now, below which it does not fall when a resource is cleared
         */
        NextLimit next(double busy, double throughput) {
            return new NextLimit(
                    station.cause(group), ceiling, Math.min(ceiling, Math.max(throughput, busy * ceiling)));
        }
    }

    /** The smallest limit; empty if there is no station. */
    Optional<Limit> smallest() {
        return stations.stream().map(this::of).min(Comparator.comparingDouble(Limit::ceiling));
    }

    /** The limit of one of the stations. */
    Limit of(Station station) {
        if (station.kind() == Station.Kind.ENGINE) {
            return ofEngine(station);
        }
        Optional<Station> engine = stations.stream()
                .filter(each -> each.kind() == Station.Kind.ENGINE)
                .findAny();
        return station.kind() == Station.Kind.DISK && engine.isPresent()
                ? ofDisk(station, engine.get())
                : ofOther(station);
    }

    private Limit ofEngine(Station engine) {
        double group = 1;
        for (int turn = 0; turn < TURNS; turn++) {
            group = GroupLaw.atLimit(load.inFlight(), load.groupMax(), engine::groupSeconds, awaySeconds(group));
        }
        return new Limit(engine, OperationalLaws.ceiling(engine.demand(group), engine.servers()), group);
    }

    /**
     * Mean seconds between an answer of the engine and the client's next transaction: thinking, and service at the
     * other stations. Waiting there is left out, because it is short while the engine's thread is the limit.
     */
    private double awaySeconds(double group) {
        return load.thinkSeconds()
                + stations.stream()
                        .filter(station -> station.kind() != Station.Kind.ENGINE)
                        .mapToDouble(station -> station.elapsed(group))
                        .sum();
    }

    /**
     * A transaction takes as much of it as it took in the counted groups. Larger groups would save wake-ups, but the
     * steps do not tell this from what a heavier load saves: a line through them predicted up to 1.8 times too much.
     */
    private Limit ofOther(Station station) {
        double group = countedGroup();
        return new Limit(station, OperationalLaws.ceiling(station.demand(group), station.servers()), group);
    }

    /**
     * Accesses of a disk are for groups. These follow from the time that a transaction is neither in a group nor waits
     * for the next one, on average half of a group, while the disk is at its limit. They are not smaller than those
     * that were counted. The iteration begins above all solutions and ends at the largest one.
     */
    private Limit ofDisk(Station disk, Station engine) {
        double group = Math.max(countedGroup(), Math.min(load.groupMax(), load.inFlight() / 2));
        double ceiling = OperationalLaws.ceiling(disk.demand(group), disk.servers());
        for (int turn = 0; turn < TURNS; turn++) {
            double seconds = groupSeconds(engine, disk, group);
            double away = Math.max(AWAY_SECONDS_MIN, load.inFlight() / ceiling - (1 + WAITED_GROUPS) * seconds);
            group = Math.max(
                    countedGroup(),
                    GroupLaw.atLimit(load.inFlight(), load.groupMax(), size -> groupSeconds(engine, disk, size), away));
            ceiling = OperationalLaws.ceiling(disk.demand(group), disk.servers());
        }
        return new Limit(disk, ceiling, group);
    }

    private double countedGroup() {
        return Math.max(1, load.group());
    }

    /** The time of a group. The engine waits for a disk at its limit, so that a group takes as long as there. */
    private static double groupSeconds(Station engine, Station disk, double group) {
        return Math.max(engine.groupSeconds(group), disk.groupSeconds(group) / disk.servers());
    }
}
