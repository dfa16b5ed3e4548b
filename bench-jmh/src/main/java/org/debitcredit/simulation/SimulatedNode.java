package org.debitcredit.simulation;

import java.util.Map;
import java.util.random.RandomGenerator;

/** A file or a directory of a simulated disk, as processes see it and as it is on the medium. */
sealed interface SimulatedNode permits SimulatedFile, SimulatedTree {

    /** Cuts the power. Afterwards processes see the contents of the medium. */
    void cutPower(RandomGenerator random);

    /** Whether a failed force left pages in it that only the cache has. */
    boolean hasLostPages();

    /**
     * A node of its own that holds the same, cached and durable.
     *
     * @param copies of what was copied already: one file may have several names, in one folder or in two
     */
    SimulatedNode copy(Map<SimulatedNode, SimulatedNode> copies);
}
