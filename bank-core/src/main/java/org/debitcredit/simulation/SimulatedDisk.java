package org.debitcredit.simulation;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * A medium in memory, with the page cache before it. A killed process leaves the cache; a power cut leaves the medium.
 * Handles opened by a process are dead with it.
 */
final class SimulatedDisk {

    private final Map<String, SimulatedFolder> folders = new TreeMap<>();
    private final RandomGenerator random;
    private final Trace trace;

    private DiskFaults faults = DiskFaults.NONE;
    private Runnable meanwhile = () -> {};
    private int process;
    private int operations;
    private int faultsDone;
    private boolean dead;

    SimulatedDisk(RandomGenerator random, Trace trace) {
        this.random = random;
        this.trace = trace;
    }

    /** A directory at the top, made where missing. */
    SimulatedFolder folder(String name) {
        return folders.computeIfAbsent(name, path -> new SimulatedFolder(this, path));
    }

    /**
     * A new process uses the disk from now on; handles of the one before are dead.
     *
     * @param whileForcing called in the middle of forces: other threads of the process would run then
     */
    void newProcess(DiskFaults newFaults, Runnable whileForcing) {
        faults = newFaults;
        meanwhile = whileForcing;
        process++;
        operations = 0;
        faultsDone = 0;
        dead = false;
    }

    /** From now on other things go wrong. */
    void faults(DiskFaults newFaults) {
        faults = newFaults;
        operations = 0;
    }

    /** Nobody can use the disk any more until {@link #newProcess}. */
    void kill() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }

    /** Whether this process has met a fault, or its death. */
    boolean hasFailed() {
        return dead || faultsDone > 0;
    }

    /** Everything that was not forced may be there or not. */
    void cutPower() {
        dead = true;
        trace.add("power cut");
        for (SimulatedFolder folder : folders.values()) {
            folder.cutPower(random);
        }
    }

    boolean hasLostPages() {
        return folders.values().stream().anyMatch(SimulatedFolder::hasLostPages);
    }

    /** Another disk that holds the same, cached and durable. */
    SimulatedDisk copy() {
        SimulatedDisk copy = new SimulatedDisk(random, trace);
        folders.forEach((name, folder) -> copy.folders.put(name, folder.copy(copy)));
        return copy;
    }

    int process() {
        return process;
    }

    /** An operation begins; answers whether the process is to die in the middle of it. */
    boolean begin(int ofProcess, String what, String name, long at, long bytes) {
        if (dead) {
            throw new ProcessDeath();
        }
        if (ofProcess != process) {
            throw new IllegalStateException(what + " " + name + " by a process that is long dead");
        }
        trace.add(what, name, at, bytes);
        return operations++ == faults.operationsToDeath();
    }

    /** The process dies here. */
    ProcessDeath die() {
        dead = true;
        trace.add("dies");
        return new ProcessDeath();
    }

    RandomGenerator random() {
        return random;
    }

    /** The other threads run for a while. */
    void meanwhile() {
        meanwhile.run();
    }

    boolean forceFails() {
        return fails(faults.forceFailsOneIn());
    }

    boolean growthFails() {
        return fails(faults.growthFailsOneIn());
    }

    private boolean fails(int oneIn) {
        if (oneIn == 0 || random.nextInt(oneIn) != 0) {
            return false;
        }
        faultsDone++;
        trace.add("fault");
        return true;
    }

    /** How many bytes a read delivers at most. */
    int readable(int asked) {
        return faults.readsAreShort() && asked > 1 ? 1 + random.nextInt(asked) : asked;
    }

    static IOException ioError(String what) {
        return new IOException(what + " (injected)");
    }
}
