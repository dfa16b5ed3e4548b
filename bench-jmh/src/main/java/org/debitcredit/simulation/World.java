package org.debitcredit.simulation;

import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * State that the runs of one bank share.
 *
 * @param disks that of the data directory, and that of the mirror
 * @param parts what a bank is built of
 * @param companions the projection, the backups and the follower of the bank; null on copies of its disks
 */
record World(
        List<SimulatedDisk> disks,
        Terms terms,
        Clients clients,
        ModelCheck modelCheck,
        RandomGenerator random,
        Parts parts,
        Trace trace,
        Set<Mode> modes,
        @Nullable Companions companions) {

    /** The same with copies of the disks: changes to them do not affect the history. */
    World copy() {
        return new World(
                disks.stream().map(SimulatedDisk::copy).toList(),
                terms,
                clients,
                modelCheck,
                random,
                parts,
                trace,
                modes,
                null);
    }

    /** A new process on the machine. */
    SimulatedProcess process(ProcessFaults faults) {
        return new SimulatedProcess(random, trace, modes, faults);
    }

    /** Its disks as a process of the bank finds them. */
    List<SimulatedMedium> media(SimulatedProcess process) {
        return disks.stream()
                .map(disk -> new SimulatedMedium(disk, process, parts))
                .toList();
    }

    /** Whether a failed force left pages that only the cache has. */
    boolean hasLostPages() {
        return disks.stream().anyMatch(SimulatedDisk::hasLostPages);
    }

    /** Returns true now and then. */
    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }
}
