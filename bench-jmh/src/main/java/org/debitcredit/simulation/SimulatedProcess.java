package org.debitcredit.simulation;

import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A process that uses simulated disks, from its start to its death. Once it is dead, whatever it tries to do ends in
 * {@link ProcessDeath}.
 */
final class SimulatedProcess {

    /** Its other threads. */
    @FunctionalInterface
    interface Meanwhile {
        /**
         * They run for a while, or for long if the force that is waited for hangs.
         *
         * @param file that is being forced
         */
        void run(String file, boolean hangs);
    }

    private final RandomGenerator random;
    private final Trace trace;
    private final Set<Mode> modes;
    private Meanwhile meanwhile = (file, hangs) -> {};
    private int operationsToDeath;
    private int errorOneIn;
    private boolean hasFailed;
    private boolean dead;

    /**
     * @param modes receives the situations that occur
     */
    SimulatedProcess(RandomGenerator random, Trace trace, Set<Mode> modes, ProcessFaults faults) {
        this.random = random;
        this.trace = trace;
        this.modes = modes;
        faults(faults);
    }

    /** It has other threads from now on. */
    void runs(Meanwhile others) {
        meanwhile = others;
    }

    /** Changes the faults from now on. */
    void faults(ProcessFaults faults) {
        operationsToDeath = faults.operationsToDeath();
        errorOneIn = faults.errorOneIn();
    }

    /** An operation on a disk begins; returns whether the process is to die in the middle of it. */
    boolean begin(String what, String name, long at, long bytes) {
        if (dead) {
            throw new ProcessDeath();
        }
        trace.add(what, name, at, bytes);
        strike(what);
        return operationsToDeath >= 0 && operationsToDeath-- == 0;
    }

    /** Something is called; now and then an {@link Error} strikes. */
    void strike(String where) {
        if (errorOneIn > 0 && !dead && random.nextInt(errorOneIn) == 0) {
            hasFailed = true;
            modes.add(Mode.ERROR);
            trace.add("error");
            throw ProcessFaults.error(random, where);
        }
    }

    boolean isStruck() {
        return errorOneIn > 0;
    }

    /** It dies here. */
    ProcessDeath die() {
        kill();
        trace.add("dies");
        return new ProcessDeath();
    }

    void kill() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }

    /** Something that it used has failed. */
    void failed(Mode how) {
        hasFailed = true;
        modes.add(how);
    }

    /** Whether it has met a fault, or its death. */
    boolean hasFailed() {
        return dead || hasFailed;
    }

    void meanwhile(String file, boolean hangs) {
        meanwhile.run(file, hangs);
    }
}
