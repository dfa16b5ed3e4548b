package org.debitcredit.simulation;

/** The simulated process is gone, in the middle of an operation. No process catches it. */
final class ProcessDeath extends Error {

    ProcessDeath() {
        super("the simulated process is dead", null, false, false);
    }
}
