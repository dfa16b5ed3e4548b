package org.debitcredit.lab.modesto;

import java.util.List;

/**
 * A service centre of a closed network.
 *
 * @param name of the centre
 * @param seconds of service that a transaction demands
 * @param capacities with 1, 2, ... transactions present, relative to one server; with more, the last one holds. None
 *     for a delay, at which nobody waits for anybody
 */
record Centre(String name, double seconds, List<Double> capacities) {

    Centre {
        capacities = List.copyOf(capacities);
    }

    /** A centre at which each transaction has a server of its own. */
    static Centre delay(String name, double seconds) {
        return new Centre(name, seconds, List.of());
    }

    /** A centre with one server and a queue. */
    static Centre queue(String name, double seconds) {
        return new Centre(name, seconds, List.of(1.0));
    }

    /** A centre with several servers, which may hinder each other, and one queue. */
    static Centre servers(String name, double seconds, List<Double> capacities) {
        return new Centre(name, seconds, capacities);
    }

    boolean isDelay() {
        return capacities.isEmpty();
    }

    /** Capacity with so many transactions present. */
    double capacity(int present) {
        return capacities.get(Math.min(present, capacities.size()) - 1);
    }
}
