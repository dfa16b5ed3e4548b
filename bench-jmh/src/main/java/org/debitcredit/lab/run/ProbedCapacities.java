package org.debitcredit.lab.run;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was measured of the resources before the load, while they were idle.
 *
 * @param line what the line carries; empty if it is not slower than the machine's own network
 * @param forceNanos time of a force in the journal's directory; empty if it was not probed
 * @param disk times of accesses in the banks' directory; empty if they were not probed
 */
record ProbedCapacities(Optional<LineCapacity> line, OptionalDouble forceNanos, Optional<DiskAccess> disk) {

    /** Nothing was probed. */
    static final ProbedCapacities NONE =
            new ProbedCapacities(Optional.empty(), OptionalDouble.empty(), Optional.empty());
}
