package org.debitcredit.lab;

import java.util.OptionalDouble;

/**
 * How much a resource was used during a step.
 *
 * @param servers how many visits it serves at once: processors, threads, connections, lines
 * @param busySeconds of all servers together, during which it did work of its own. Idle spinning is not work, and
 *     neither is waiting for another resource. Of threads it is processor time where that is known, because the time of
 *     the clock includes waiting for a processor
 * @param visits operations that it did, such as forces or disk accesses; 0 if nobody counts them
 * @param probedNanos what one visit takes on the idle resource, as the probe measured it there; empty if not probed
 */
public record ResourceUse(int servers, double busySeconds, long visits, OptionalDouble probedNanos) {

    public ResourceUse {
        if (servers < 1) {
            throw new IllegalArgumentException("servers are " + servers + "; there must be 1 or more");
        }
        if (!(busySeconds >= 0)) {
            throw new IllegalArgumentException("busySeconds is " + busySeconds + "; it must be 0 or more");
        }
        if (visits < 0) {
            throw new IllegalArgumentException("visits are " + visits + "; there must be 0 or more");
        }
    }

    /** A use without counted visits. */
    public static ResourceUse of(int servers, double busySeconds) {
        return new ResourceUse(servers, busySeconds, 0, OptionalDouble.empty());
    }

    /** A use with its visits. */
    public static ResourceUse of(int servers, double busySeconds, long visits) {
        return new ResourceUse(servers, busySeconds, visits, OptionalDouble.empty());
    }

    /** The use with the probed time of a visit. */
    public ResourceUse probed(double nanos) {
        return new ResourceUse(servers, busySeconds, visits, OptionalDouble.of(nanos));
    }

    /** The seconds that the visits would have taken on the idle resource; empty if not probed. */
    OptionalDouble probedSeconds() {
        return probedNanos.isPresent()
                ? OptionalDouble.of(visits * probedNanos.getAsDouble() / 1e9)
                : OptionalDouble.empty();
    }

    /**
     * The seconds during which it worked: those that the visits would have taken on the idle resource, but no more than
     * it was busy, because a disk may serve several visits at once. Empty if not probed.
     */
    OptionalDouble workedSeconds() {
        return probedNanos.isPresent()
                ? OptionalDouble.of(Math.min(busySeconds, visits * probedNanos.getAsDouble() / 1e9))
                : OptionalDouble.empty();
    }
}
